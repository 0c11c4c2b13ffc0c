import { setTimeout as pause } from 'node:timers/promises';
import { until as untilNamed } from '@throughline/platform/testing';
import type { ApiUnderTest } from './api-under-test.js';

type Condition = () => Promise<boolean> | boolean;
type Node = Pick<ApiUnderTest, 'clock' | 'engines'>;

/** The time within which a change of rights must apply at every node. */
const RIGHTS_WITHIN_MS = 5_000;
const STEP_MS = 100;

/** Polls a condition until it is true; throws when it must be stuck. */
export const until = (isTrue: Condition): Promise<void> => untilNamed('the condition is true', isTrue);

/** The same, and puts the clock of the nodes forward meanwhile. */
export const untilSoon = (node: Node, isTrue: Condition): Promise<void> =>
  until(async () => (await isTrue()) || (await pass(node)));

/**
 * Throws if the condition is not true after the time within which a change of rights must apply at every node, by the clock of the nodes, which is
 * put forward. What has begun by then may end later, because on a busy machine it takes longer.
 */
export async function withinFiveSeconds(node: Node, isTrue: Condition): Promise<void> {
  const deadline = node.clock.now() + RIGHTS_WITHIN_MS;
  while (node.clock.now() + STEP_MS <= deadline) {
    if (await isTrue()) return;
    await pass(node);
  }
  await node.clock.standWhile(() => until(isTrue));
}

/** A query first: it takes as long as what the nodes do in a step, so that no more time passes for them on a busy machine. */
async function pass({ clock, engines }: Node): Promise<false> {
  await engines.database.pool.query('select');
  await pause(5);
  clock.pass(STEP_MS);
  return false;
}
