import { getPriority, platform, setPriority } from 'node:os';

/** From -20 to 19 (the lowest priority): on a busy machine, work that people wait for comes first. */
const PRIORITY = 10;

/** Lowers the priority of this thread. Only Linux can set the priority of a single thread. */
export function lowerPriority(): void {
  if (platform() === 'linux') setPriority(Math.max(getPriority(), PRIORITY));
}
