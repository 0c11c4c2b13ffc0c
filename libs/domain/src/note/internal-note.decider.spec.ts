import { describe, it } from '@jest/globals';
import { given } from '../kernel/given.testing.js';
import { internalNoteDecider, type NoteAdditionalInformation } from './internal-note.decider.js';
import type { InternalNoteEvent } from './note.events.js';

const information = {
  referralId: '1',
  text: 'Call after 5 p.m.',
  authorUserId: 'u-ana',
  writtenAt: '2026-11-21T11:27:10.000Z',
};
const note = (more: Partial<typeof information> = {}): NoteAdditionalInformation => ({
  type: 'NoteAdditionalInformation',
  data: { ...information, ...more },
});
const written = (noteId: string): InternalNoteEvent => ({
  type: 'InternalNoteWritten',
  data: { ...information, noteId, parentNoteId: null },
});

describe('Additional information', () => {
  it('becomes an internal note of the submitter', () => {
    given(internalNoteDecider, [])
      .when(note())
      .then([written('1-1')]);
  });

  it('is added after the existing notes', () => {
    given(internalNoteDecider, [written('1-1')])
      .when(note())
      .then([written('1-2')]);
  });

  it('is no note when it is empty', () => {
    given(internalNoteDecider, [])
      .when(note({ text: ' \n ' }))
      .thenNothing();
  });
});
