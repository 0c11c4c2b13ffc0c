import { describe, expect, it } from '@jest/globals';
import { given } from '../kernel/given.testing.js';
import {
  internalNoteDecider,
  type InternalNoteCommand,
  type NoteAdditionalInformation,
} from './internal-note.decider.js';
import type { InternalNoteEvent } from './note.events.js';
import { MAX_NOTES } from './note-rules.js';

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

describe('An internal note', () => {
  const text = '<p>Left a message.</p>';
  const byDana = { ...information, text, authorUserId: 'u-dana' };
  const first: InternalNoteEvent = {
    type: 'InternalNoteWritten',
    data: { ...byDana, noteId: '1-1', parentNoteId: null, format: 'html' },
  };
  const reply: InternalNoteEvent = {
    type: 'InternalNoteWritten',
    data: { ...first.data, noteId: '1-2', parentNoteId: '1-1' },
  };
  it('names the colleagues whom its text mentions', () => {
    const mentioning = '<p>Ask <span data-mention="u-sam">@Sam Oduya</span>.</p>';
    given(internalNoteDecider, [])
      .when({ type: 'WriteInternalNote', data: { ...byDana, text: mentioning, parentNoteId: null } })
      .then([{ type: 'InternalNoteWritten', data: { ...first.data, text: mentioning, mentions: ['u-sam'] } }]);
  });

  it('is read once by each person but its author, and is unread again for the person who marks it', () => {
    const reader = { referralId: '1', userId: 'u-sam', noteIds: ['1-1'] };
    const readAt = '2026-11-21T13:00:00.000Z';
    const read: InternalNoteEvent = { type: 'InternalNotesRead', data: { ...reader, readAt } };
    const marked: InternalNoteEvent = { type: 'InternalNotesMarkedUnread', data: reader };
    const readNotes = (userId: string): InternalNoteCommand => ({
      type: 'ReadInternalNotes',
      data: { ...reader, userId, noteIds: ['1-1', '1-9'], readAt },
    });
    given(internalNoteDecider, [first]).when(readNotes('u-sam')).then([read]);
    given(internalNoteDecider, [first, read]).when(readNotes('u-sam')).thenNothing();
    given(internalNoteDecider, [first]).when(readNotes('u-dana')).thenNothing();
    const mark: InternalNoteCommand = { type: 'MarkInternalNotesUnread', data: reader };
    given(internalNoteDecider, [first, read]).when(mark).then([marked]);
    given(internalNoteDecider, [first, read, marked]).when(mark).thenNothing();
    given(internalNoteDecider, [first, read, marked]).when(readNotes('u-sam')).then([read]);
  });

  const deleted: InternalNoteEvent = {
    type: 'InternalNoteDeleted',
    data: { referralId: '1', noteId: '1-1', deletedAt: '2026-11-21T13:00:00.000Z' },
  };
  const write = (parentNoteId: string | null): InternalNoteCommand => ({
    type: 'WriteInternalNote',
    data: { ...byDana, parentNoteId },
  });
  const edit = (more: object = {}): InternalNoteCommand => ({
    type: 'EditInternalNoteText',
    data: {
      referralId: '1',
      noteId: '1-1',
      text: '<p>Called.</p>',
      userId: 'u-dana',
      editedAt: '2026-11-21T12:27:09.999Z',
      ...more,
    },
  });
  const remove = (more: object = {}): InternalNoteCommand => ({
    type: 'DeleteInternalNote',
    data: { ...deleted.data, userId: 'u-dana', ...more },
  });

  it('begins a thread or answers a note', () => {
    given(internalNoteDecider, []).when(write(null)).then([first]);
    given(internalNoteDecider, [first]).when(write('1-1')).then([reply]);
  });

  it('answers no note that is not there or was deleted', () => {
    given(internalNoteDecider, []).when(write('1-1')).thenRejected('note/unknown');
    given(internalNoteDecider, [first, deleted]).when(write('1-1')).thenRejected('note/deleted');
  });

  it('is edited by its author within the hour, unless it is a reply or deleted', () => {
    const edited = { referralId: '1', noteId: '1-1', text: '<p>Called.</p>', editedAt: '2026-11-21T12:27:09.999Z' };
    given(internalNoteDecider, [first])
      .when(edit())
      .then([{ type: 'InternalNoteTextEdited', data: edited }]);
    given(internalNoteDecider, [first]).when(edit({ text })).thenNothing();
    given(internalNoteDecider, [first])
      .when(edit({ userId: 'u-minh' }))
      .thenRejected('note/not-the-author');
    given(internalNoteDecider, [first, reply])
      .when(edit({ noteId: '1-2' }))
      .thenRejected('note/is-a-reply');
    given(internalNoteDecider, [first, deleted]).when(edit()).thenRejected('note/deleted');
    given(internalNoteDecider, [first])
      .when(edit({ noteId: '1-9' }))
      .thenRejected('note/unknown');
  });

  it('names whom an edit mentions, and not those whom it mentioned before', () => {
    const mention = (id: string) => `<span data-mention="${id}">@${id}</span>`;
    const before = { ...first, data: { ...first.data, text: `<p>${mention('u-sam')}</p>` } };
    const [event] = given(internalNoteDecider, [before])
      .when(edit({ text: `<p>${mention('u-sam')} ${mention('u-dee')}</p>` }))
      .events();
    expect(event).toMatchObject({ type: 'InternalNoteTextEdited', data: { mentions: ['u-dee'] } });
  });

  it('is refused when the referral has no room for it', () => {
    const long = 'x'.repeat(60_000);
    const full = Array.from({ length: 50 }, () => ({ ...first, data: { ...first.data, text: long } }));
    for (const command of [write(null), edit()]) {
      given(internalNoteDecider, full).when(command).thenRejected('note/too-much-text');
    }
    const many = Array.from({ length: MAX_NOTES }, (_, n) => ({ ...first, data: { ...first.data, noteId: `1-${n}` } }));
    given(internalNoteDecider, many).when(write(null)).thenRejected('note/too-many');
  });

  it('is deleted by its author, once', () => {
    given(internalNoteDecider, [first]).when(remove()).then([deleted]);
    given(internalNoteDecider, [first, deleted]).when(remove()).thenRejected('note/deleted');
    given(internalNoteDecider, [first])
      .when(remove({ userId: 'u-minh' }))
      .thenRejected('note/not-the-author');
    given(internalNoteDecider, []).when(remove()).thenRejected('note/unknown');
  });
});
