import { CHECKS, type Check, type Finding } from './doctor-checks.js';
import type { StackEnvironment } from './config.js';

export interface CheckResult {
  readonly id: string;
  readonly ok: boolean;
  /** Nothing works without it; the others only limit what can be done. */
  readonly needed: boolean;
  readonly detail: string;
  readonly fix: string | null;
}

export interface DoctorReport {
  readonly ok: boolean;
  readonly checks: readonly CheckResult[];
}

const runCheck = async ({ id, needed, look }: Check, environment: StackEnvironment): Promise<CheckResult> => {
  let finding: Finding;
  try {
    finding = await look(environment);
  } catch (error) {
    finding = { ok: false, detail: (error as Error).message, fix: (error as { hint?: string }).hint ?? '' };
  }
  return { id, needed, ok: finding.ok, detail: finding.detail, fix: finding.ok ? null : (finding.fix ?? null) };
};

/** Looks only; changes nothing on the machine. */
export const runDoctor = async (environment: StackEnvironment): Promise<DoctorReport> => {
  const checks = await Promise.all(CHECKS.map((check) => runCheck(check, environment)));
  return { ok: checks.every(({ ok, needed }) => ok || !needed), checks };
};
