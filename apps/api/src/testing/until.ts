import { setTimeout as pause } from 'node:timers/promises';

/** Polls a condition until it is true; throws after five seconds. */
export async function until(isTrue: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = performance.now() + 5_000;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error('The condition was not met within 5 s.');
    await pause(5); // leaves the processor to what is waited for
  }
}
