import { POSITION_HEADER } from '@throughline/contracts';

let highest = 0;

/** Remembers how far this person's own writes have brought the log. */
export function noteWrittenPosition(headers: Headers): void {
  highest = Math.max(highest, Number(headers.get(POSITION_HEADER) ?? 0) || 0);
}

/** Reads ask for at least this position, so that a person always sees their own change. 0: nothing written yet. */
export const writtenPosition = (): number => highest;
