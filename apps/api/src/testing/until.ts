import { setTimeout as pause } from 'node:timers/promises';

type Condition = () => Promise<boolean> | boolean;

/** Polls a condition until it is true; throws after three minutes, when it must be stuck. */
export const until = (isTrue: Condition): Promise<void> => within(180_000, isTrue);

/** Polls a condition until it is true; throws after the time within which a change of rights must apply at every node. */
export const withinFiveSeconds = (isTrue: Condition): Promise<void> => within(5_000, isTrue);

async function within(ms: number, isTrue: Condition): Promise<void> {
  const deadline = performance.now() + ms;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`The condition was not met within ${ms / 1000} s.`);
    await pause(5); // leaves the processor to the work under way
  }
}
