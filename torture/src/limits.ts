import pTimeout from 'p-timeout';

/** Milliseconds that each phase may take, on a machine that does other things as well: far longer than it does. */
export const LIMITS = {
  start: 300_000,
  signIn: 60_000,
  /** Of a screen, until it has its first page. */
  page: 60_000,
  /** Beyond the length that it is planned with. */
  fault: 120_000,
  /** From the moment at which commands are no longer repeated. */
  lastAnswers: 60_000,
  /** One question to an engine. */
  engine: 60_000,
  /** One property. */
  check: 180_000,
  /** One part of the system. */
  stop: 60_000,
};

/** Everything that a seed waits for has a limit: a stall is a failure that names what was awaited, and never a silence. */
export function within<Result>(milliseconds: number, awaited: () => string, work: Promise<Result>): Promise<Result> {
  const fallback = (): never => {
    throw new Error(`Waited ${milliseconds / 1000} s in vain for ${awaited()}.`);
  };
  return pTimeout(work, { milliseconds, fallback });
}
