/** A rule that tests hold, or one that none can. */
export type Rule = string | Untested;

/** A rule that no test holds, and why. */
export interface Untested {
  readonly rule: string;
  readonly reason: string;
}

/** A section of the specification: its rules by their ids. */
export interface Section {
  readonly title: string;
  readonly rules: Readonly<Record<string, Rule>>;
}

export function untested(rule: string, reason: string): Untested {
  return { rule, reason };
}

/** Reasons that many rules share. */
export const inDashboard = "happens in the merchant's dashboard";
export const atTheOutlet = 'happens at the outlet';
export const ofTheReceiver = 'advice for the program that receives';
export const ofTheCaller = 'advice for the program that calls';
