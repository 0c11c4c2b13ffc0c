import { blockingError } from '../../../api/api-error.js';
import { externalNote, internalNote, type ShownNote } from './thread.js';
import { type Notes, useInternalNotes } from './use-notes.js';
import english from '../../../../texts/en/notes.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('notes', english);

/** Undefined: not read yet. Null: this person may not, or could not, read them. */
export type ReadNotes = readonly ShownNote[] | null | undefined;

export const externalOf = (reading: Pick<Notes, 'data' | 'error'>): ReadNotes =>
  blockingError(reading) === null ? reading.data?.notes.map(externalNote) : null;

/** The internal notes, marked as such, for where they stand among external ones. */
export function useShownInternalNotes(referralId: string): ReadNotes {
  const t = useTexts();
  const reading = useInternalNotes(referralId);
  if (blockingError(reading) !== null) return null;
  return reading.data?.notes.map((note) => ({ ...internalNote(note, t('nobody')), isInternal: true }));
}
