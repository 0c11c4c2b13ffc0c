import type { OpenedCheckpoint, RecordPlace } from '@throughline/event-store';

/** Collects what is wrong with an export, in sentences. */
export class Problems {
  readonly sentences: string[] = [];

  add(sentence: string): void {
    this.sentences.push(sentence);
  }
}

export const nameOf = (noun: 'event' | 'viewing', { stream, revision, type, position }: RecordPlace): string =>
  `${noun} ${revision} of ${stream} (${type}) at position ${position}`;

export const momentOf = (at: Date): string =>
  at
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');

export const checkpointIn = ({ at, size, origin }: OpenedCheckpoint): string =>
  `the checkpoint of ${momentOf(at)} (${size} ${size === 1 ? 'entry' : 'entries'}) of ${origin}`;

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
