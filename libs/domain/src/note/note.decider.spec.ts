import { describe, expect, it } from '@jest/globals';
import { given } from '../kernel/given.testing.js';
import { noteDecider, type NoteCommand } from './note.decider.js';
import type { NoteEvent, NoteWritten } from './note.events.js';
import { editableUntil, MAX_NOTES } from './note-rules.js';
import { numeral, readNumeral } from './note-vocabulary.js';
import { htmlOf, lineOf, mentionsIn, plainOf, sizeOfNote, wordsOf } from './note-text.js';

const ana = { userId: 'u-ana', firstName: 'Ana', lastName: 'Ruiz', companyId: 12 };
const note: Omit<NoteWritten['data'], 'noteId'> = {
  referralId: '1',
  parentNoteId: null,
  text: '<p>Is it on the way?</p>',
  actionNeeded: false,
  author: ana,
  writtenAt: '2026-11-21T12:00:00.000Z',
};
const written = (noteId: string, more: Partial<typeof note> = {}): NoteEvent => ({
  type: 'NoteWritten',
  data: { ...note, ...more, noteId },
});
const write = (parentNoteId: string | null): NoteCommand => ({ type: 'WriteNote', data: { ...note, parentNoteId } });

describe('A note', () => {
  it('begins a thread or answers a note of the referral', () => {
    given(noteDecider, [])
      .when(write(null))
      .then([written('1-1')]);
    given(noteDecider, [written('1-1')])
      .when(write('1-1'))
      .then([written('1-2', { parentNoteId: '1-1' })]);
  });

  it('answers no note that is not there', () => {
    given(noteDecider, []).when(write('1-1')).thenRejected('note/unknown');
    given(noteDecider, []).when(write('toString')).thenRejected('note/unknown');
  });

  const edit = (more: object = {}): NoteCommand => ({
    type: 'EditNoteText',
    data: {
      referralId: '1',
      noteId: '1-1',
      text: '<p>Is it sent?</p>',
      userId: 'u-ana',
      editedAt: '2026-11-21T12:59:59.999Z',
      ...more,
    },
  });
  const thread = [written('1-1'), written('1-2', { parentNoteId: '1-1' })];

  it('is edited by its author until an hour has passed', () => {
    const edited = { referralId: '1', noteId: '1-1', text: '<p>Is it sent?</p>', editedAt: '2026-11-21T12:59:59.999Z' };
    given(noteDecider, thread)
      .when(edit())
      .then([{ type: 'NoteTextEdited', data: edited }]);
    given(noteDecider, thread)
      .when(edit({ editedAt: '2026-11-21T13:00:00.000Z' }))
      .thenRejected('note/edit-window-closed');
    expect(editableUntil({ ...note, authorUserId: 'u-ana' }, 'u-ana')).toBe(Date.parse('2026-11-21T13:00:00.000Z'));
  });

  it('is not edited by another person, nor if it is a reply, nor without a change', () => {
    given(noteDecider, thread)
      .when(edit({ userId: 'u-dana' }))
      .thenRejected('note/not-the-author');
    given(noteDecider, thread)
      .when(edit({ noteId: '1-2' }))
      .thenRejected('note/is-a-reply');
    given(noteDecider, thread)
      .when(edit({ noteId: '1-3' }))
      .thenRejected('note/unknown');
    given(noteDecider, thread)
      .when(edit({ text: note.text }))
      .thenNothing();
    expect(editableUntil({ ...note, authorUserId: 'u-ana' }, 'u-dana')).toBeNull();
    expect(editableUntil({ ...note, parentNoteId: '1-1', authorUserId: 'u-ana' }, 'u-ana')).toBeNull();
  });

  const reader = { referralId: '1', userId: 'u-dana' };
  const readAt = '2026-11-21T14:00:00.000Z';
  const read = (userId: string, noteIds: readonly string[]): NoteCommand => ({
    type: 'ReadNotes',
    data: { ...reader, userId, noteIds, readAt },
  });

  it('is read once by each person but its author', () => {
    const nowRead: NoteEvent = { type: 'NotesRead', data: { ...reader, noteIds: ['1-1', '1-2'], readAt } };
    given(noteDecider, thread)
      .when(read('u-dana', ['1-1', '1-1', '1-2', '1-9', 'toString']))
      .then([nowRead]);
    given(noteDecider, [...thread, nowRead])
      .when(read('u-dana', ['1-2']))
      .thenNothing();
    given(noteDecider, thread)
      .when(read('u-ana', ['1-1']))
      .thenNothing();
  });

  it('is unread again for the person who marks it', () => {
    const nowRead: NoteEvent = { type: 'NotesRead', data: { ...reader, noteIds: ['1-1', '1-2'], readAt } };
    const marked: NoteEvent = { type: 'NotesMarkedUnread', data: { ...reader, noteIds: ['1-2'] } };
    const mark: NoteCommand = { type: 'MarkNotesUnread', data: { ...reader, noteIds: ['1-2'] } };
    given(noteDecider, [...thread, nowRead])
      .when(mark)
      .then([marked]);
    given(noteDecider, [...thread, nowRead, marked])
      .when(mark)
      .thenNothing();
    given(noteDecider, [...thread, nowRead, marked])
      .when(read('u-dana', ['1-1', '1-2']))
      .then([{ type: 'NotesRead', data: { ...reader, noteIds: ['1-2'], readAt } }]);
  });
});

describe('The action that a note needs', () => {
  const by = { userId: 'u-dana', name: 'Dana Whitfield' };
  const action = { referralId: '1', noteId: '1-1', by, changedAt: '2026-11-21T14:00:00.000Z' };
  const finish: NoteCommand = { type: 'FinishNoteAction', data: action };
  const request: NoteCommand = { type: 'RequestNoteAction', data: action };
  const done: NoteEvent = { type: 'NoteActionDone', data: action };
  const requested: NoteEvent = { type: 'NoteActionRequested', data: action };
  const asking = written('1-1', { actionNeeded: true });

  it('is done once, and can be asked for again', () => {
    given(noteDecider, [asking]).when(finish).then([done]);
    given(noteDecider, [asking, done]).when(finish).thenNothing();
    given(noteDecider, [asking, done]).when(request).then([requested]);
    given(noteDecider, [asking, done, requested]).when(finish).then([done]);
  });

  it('can be asked for although the author did not', () => {
    given(noteDecider, [written('1-1')])
      .when(request)
      .then([requested]);
    given(noteDecider, [asking]).when(request).thenNothing();
    given(noteDecider, []).when(request).thenRejected('note/unknown');
    given(noteDecider, []).when(finish).thenRejected('note/unknown');
  });

  it('can be done by a reply, in the same append', () => {
    const data = { ...note, parentNoteId: '1-1' };
    const reply: NoteCommand = { type: 'WriteNote', data: { ...data, finishesAction: by } };
    given(noteDecider, [asking])
      .when(reply)
      .then([written('1-2', data), { type: 'NoteActionDone', data: { ...action, changedAt: note.writtenAt } }]);
    given(noteDecider, [written('1-1')])
      .when(reply)
      .then([written('1-2', data)]);
  });
});

describe('The notes of a referral', () => {
  const many = (count: number, text: string) =>
    Array.from({ length: count }, (_, n) => written(`1-${n + 1}`, { text, author: { ...ana, userId: 'u-bo' } }));
  const edited = (noteId: string, text: string): NoteEvent => ({
    type: 'NoteTextEdited',
    data: { referralId: '1', noteId, text, editedAt: note.writtenAt },
  });
  const edit: NoteCommand = {
    type: 'EditNoteText',
    data: { referralId: '1', noteId: '1-1', text: 'x', userId: 'u-ana', editedAt: note.writtenAt },
  };

  it('are at most 1,000', () => {
    given(noteDecider, many(MAX_NOTES, '')).when(write('1-1')).thenRejected('note/too-many');
    given(noteDecider, [written('1-1'), ...many(MAX_NOTES, '').slice(1)])
      .when(edit)
      .then([edited('1-1', 'x')]);
  });

  it('have limited texts, earlier ones of edited notes included', () => {
    const long = 'x'.repeat(60_000);
    given(noteDecider, many(50, long)).when(write('1-1')).thenRejected('note/too-much-text');
    const edits = Array.from({ length: 49 }, () => edited('1-1', long));
    const past = [written('1-1', { text: long }), ...edits];
    given(noteDecider, past).when(edit).thenRejected('note/too-much-text');
    given(noteDecider, past.slice(1))
      .when(write(null))
      .then([written('1-1')]);
  });
});

describe('The text of a note', () => {
  it('mentions each colleague once', () => {
    const mention = (id: string, name: string) => `<span data-mention="${id}">@${name}</span>`;
    const html = `<p>${mention('u-sam', 'Sam Oduya')}, ${mention('u-dee', 'Dee')}: ask ${mention('u-sam', 'Sam Oduya')}</p>`;
    expect(mentionsIn(html)).toEqual(['u-sam', 'u-dee']);
    expect(wordsOf(html)).toBe('@Sam Oduya, @Dee: ask @Sam Oduya');
    expect(mentionsIn('<p>@Sam Oduya</p>')).toEqual([]);
  });

  it.each([
    ['<p>One</p><p>two</p>', 'One\ntwo'],
    ['<ul><li>a</li><li><strong>b</strong></li></ul>', 'a\nb'],
    ['<p>R&amp;D &lt;3 &quot;x&quot;&nbsp;&amp;lt; &constructor;</p>', 'R&D <3 "x"\u00a0&lt; &constructor;'],
    ['<p>one<br />two</p>', 'one\ntwo'],
    ['<ul><li><p>a</p></li><li><p>b</p></li></ul>', 'a\nb'],
    ['<p> </p>', ''],
  ])('%s reads as its words', (html, words) => {
    expect(wordsOf(html)).toBe(words);
  });

  it.each([
    ['<p>🙂é</p>', 2, 1],
    ['<p>One</p><p></p><p>two</p>', 8, 3],
    ['<br><br />x', 3, 3],
    ['<ul><li><p>a</p><ol><li><p>b</p></li></ol></li><li>c</li></ul>', 5, 3],
    ['', 0, 1],
  ])('%s has the characters and lines that a reader sees', (html, characters, lines) => {
    expect(sizeOfNote(html)).toEqual({ characters, lines });
  });

  it.each([
    ['<p>10<sup>6</sup> of H<sub>2</sub>O</p>', '10⁶ of H₂O'],
    ['<p>x<sup>n+1</sup> a<sub>i</sub> y<sup><strong>2</strong></sup></p>', 'x^(n+1) a_i y²'],
    ['<p>x<sup>a<sub>1</sub></sup></p>', 'x^(a₁)'],
    ['<p>Call <s>Rosa</s> <strong>Ana</strong></p>', 'Call ~~Rosa~~ Ana'],
    [
      '<ol start="4"><li><p>a</p></li><li><p>b</p><ul><li><p>c</p></li></ul></li><li>d</li></ol>',
      '4. a\n5. b\n• c\n6. d',
    ],
    ['<ol start="3" type="i"><li>a</li><li>b</li></ol>', 'iii. a\niv. b'],
    ['<ol type="A"><li>a</li></ol><p>b</p>', 'A. a\nb'],
  ])('%s says without formats what it says with them', (html, plain) => {
    expect(plainOf(html)).toBe(plain);
    expect(lineOf(html)).toBe(plain.replaceAll(/^([\divA]+\.|•) /gm, ''));
  });

  it.each([1, 4, 26, 27, 49, 52, 400, 702, 3999])('counts to %d in each way, and reads it again', (number) => {
    for (const type of [null, 'a', 'A', 'i', 'I'] as const) {
      const readings = readNumeral(numeral(number, type));
      if (number < 703) expect(readings).toContainEqual({ start: number, type });
    }
  });

  it('is the same words as the plain text that it was made of', () => {
    const plain = 'Call <after> 5 & "ask"\nfor Rosa';
    expect(htmlOf(plain)).toBe('<p>Call &lt;after&gt; 5 &amp; &quot;ask&quot;</p><p>for Rosa</p>');
    expect(wordsOf(htmlOf(plain))).toBe(plain);
  });
});
