import pTimeout from 'p-timeout';

/** The time limit of each phase in milliseconds: far longer than a phase takes, even on a machine that does other things as well. */
export const LIMITS = {
  start: 300_000,
  signIn: 60_000,
  /** Until a screen has its first page. */
  page: 60_000,
  /** In addition to its planned length. */
  fault: 120_000,
  /** From the moment when commands are no longer repeated. */
  lastAnswers: 60_000,
  /** One request to an engine. */
  engine: 60_000,
  /** The check of one property. */
  check: 180_000,
  /** One part of the system. */
  stop: 60_000,
};

/** Every wait of a seed has a limit: a stall is a failure that names what was awaited. */
export function within<Result>(milliseconds: number, awaited: () => string, work: Promise<Result>): Promise<Result> {
  const fallback = (): never => {
    throw new Error(`Waited ${milliseconds / 1000} s in vain for ${awaited()}.`);
  };
  return pTimeout(work, { milliseconds, fallback });
}
