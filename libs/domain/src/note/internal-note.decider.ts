import type { Decider } from '../kernel/decider.js';
import type { InternalNoteCommand } from './note.commands.js';
import type { InternalNoteEvent } from './note.events.js';

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
