import { type Command, type Decider, UnknownEvent } from '../kernel/decider.js';
import type { InternalNoteEvent, InternalNoteWritten } from './note.events.js';

/** Makes the additional information of a signed-in submitter the first internal note (ordering specification, section 4). */
export type NoteAdditionalInformation = Command<
  'NoteAdditionalInformation',
  Omit<InternalNoteWritten['data'], 'noteId' | 'parentNoteId'>
>;

export type InternalNoteCommand = NoteAdditionalInformation;

/** The internal notes of one referral. */
export interface InternalNoteState {
  readonly count: number;
}

/** Stream `internalNote-{referralId}`. */
export const internalNoteDecider: Decider<InternalNoteState, InternalNoteCommand, InternalNoteEvent> = {
  category: 'internalNote',
  initialState: { count: 0 },
  evolve: ({ count }, event) => {
    switch (event.type) {
      case 'InternalNoteWritten':
        return { count: count + 1 };
      default:
        throw new UnknownEvent(event.type satisfies never);
    }
  },
  decide: ({ count }, command) => {
    switch (command.type) {
      case 'NoteAdditionalInformation': {
        const { text, referralId } = command.data;
        if (text.trim() === '') return [];
        const noteId = `${referralId}-${count + 1}`;
        return [{ type: 'InternalNoteWritten', data: { ...command.data, noteId, parentNoteId: null } }];
      }
    }
  },
};
