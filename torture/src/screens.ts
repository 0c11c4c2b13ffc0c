import type { Topic } from '@throughline/contracts';
import type { Tokens } from './client.js';
import type { Node, Person } from './plan.js';
import type { System } from './system.js';
import { Watcher } from './watcher.js';

/** Open from before the first command to after the last fault. */
const SCREENS: readonly (readonly [by: Person, node: Node, topic: Topic])[] = [
  ['staff', 0, { name: 'task-queue' }],
  ['staff2', 1, { name: 'task-queue' }],
  ['admin', 0, { name: 'referral-list' }],
  ['referrer', 1, { name: 'referral-list' }],
  ['referrer2', 0, { name: 'referral-list' }],
];
export function openScreens(system: System, tokens: Tokens): Watcher[] {
  return SCREENS.map(([by, node, topic]) => screenOf(system, tokens, by, node, topic));
}

export function screenOf({ wires }: System, tokens: Tokens, by: Person, node: Node, topic: Topic): Watcher {
  return new Watcher({ by, node, topic, token: tokens.get(by) ?? '', wire: wires[node] });
}
