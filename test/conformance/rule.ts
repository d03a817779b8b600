/** A rule that tests check, or that no test can check. */
type Rule = string | Untested;

/** A rule that no test checks, and the reason. */
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

/** Reasons that several rules share. */
export const inDashboard = "It happens in the merchant's dashboard";
export const atTheOutlet = 'It happens at the outlet';
export const ofTheReceiver = 'It is advice for webhook receivers';
export const ofTheCaller = 'It is advice for the integration';
