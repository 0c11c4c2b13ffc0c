import type { Filter } from './event-store.js';

/** Whether the events of a stream are of its categories. */
export function passesFilter({ categories }: Filter, stream: string): boolean {
  return categories.includes(stream.split('-', 1)[0]!);
}
