import { type Clock, pauseBy } from '../engines/clock.js';

const POLL_INTERVAL_MS = 1_000;

interface Poll<Value> {
  /** Gets the previous value. Must not reject. */
  readonly read: (before: Value) => Promise<Value> | Value;
  /** The value before the first read. */
  readonly known: Value;
  readonly onChange: (value: Value) => void;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Reads again a second after each read until the signal, and reports each value that differs from the previous one. */
export async function pollChanges<Value>({ read, known, onChange, clock, signal }: Poll<Value>): Promise<void> {
  let before = known;
  while (!signal.aborted) {
    const value = await read(before);
    if (JSON.stringify(value) !== JSON.stringify(before)) onChange(value);
    before = value;
    await pauseBy(clock, POLL_INTERVAL_MS, signal);
  }
}
