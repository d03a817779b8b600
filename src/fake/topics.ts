/** The parts of the fake that can change. */
export const fakeTopics = [
  'orders',
  'menus',
  'channels',
  'goodsReceipts',
  'outlet',
  'keys',
  'deliveries',
  'faults',
  'clock',
  'assumptions',
] as const;

/** A part of the fake that can change. */
type FakeTopic = (typeof fakeTopics)[number];

/** Is called after each change, with the ID of its outlet if it concerns only one. */
export type ReportChange = (topic: FakeTopic, outletId?: string) => void;
