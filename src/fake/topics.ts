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

/** Is called after each change. */
export type ReportChange = (topic: FakeTopic) => void;
