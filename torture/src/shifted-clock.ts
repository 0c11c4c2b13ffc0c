import { readFileSync } from 'node:fs';

/*
 * Loaded before a process of the product (`--import`): its wall clock differs from the machine's by the milliseconds in the file
 * CLOCK_SHIFT_FILE, shortly after that is written. Timers and `performance.now()` are not affected, as when a clock is set.
 */
const POLL_INTERVAL_MS = 20;
const file = process.env['CLOCK_SHIFT_FILE'];
const { Date: MachineDate } = globalThis;
let shiftMs = 0;

if (file !== undefined) {
  setInterval(() => (shiftMs = shiftIn(file)), POLL_INTERVAL_MS).unref();
  globalThis.Date = new Proxy(MachineDate, {
    construct: (date, args, self) =>
      Reflect.construct(date, args.length === 0 ? [MachineDate.now() + shiftMs] : args, self) as object,
    apply: () => new Date().toString(),
    get: (date, key, self) =>
      key === 'now' ? () => MachineDate.now() + shiftMs : (Reflect.get(date, key, self) as unknown),
  });
}

/** 0 while the file is empty or missing. */
function shiftIn(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8')) || 0;
  } catch {
    return 0;
  }
}
