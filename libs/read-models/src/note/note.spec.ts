import { describe, expect, it } from '@jest/globals';
import { internalNoteDecider, noteDecider } from '@throughline/domain';
import { noteListProjection } from '../note-list/note-list.projection.js';
import { internalNoteReadingProjection, noteReadingProjection } from '../note-reading/note-reading.js';
import { taskQueueProjection } from '../task-queue/task-queue.projection.js';
import { anOrder } from '../testing/orders.js';
import { project } from '../testing/project.js';
import { Story } from '../testing/story.js';
import { noteProjection } from './note.js';

const ID = '263251234512345';
const author = { userId: 'ana', firstName: 'Ana', lastName: 'Ruiz', companyId: 40 };
const writtenAt = '2026-11-21T12:05:00.000Z';
const note = { referralId: ID, parentNoteId: null, text: '<p>On the way?</p>', actionNeeded: true, author, writtenAt };

const aStory = () => new Story().submit(ID).execute(noteDecider, ID, { type: 'WriteNote', data: note });

describe('Notes', () => {
  it('are rows of their referral, with their author as of then', () => {
    const { rows } = project(noteProjection, aStory().events);
    expect([...rows.values()]).toEqual([
      {
        note_id: `${ID}-1`,
        referral_id: ID,
        parent_note_id: null,
        note_text: '<p>On the way?</p>',
        action_needed: true,
        author_user_id: 'ana',
        author_first_name: 'Ana',
        author_last_name: 'Ruiz',
        author_company_id: 40,
        written_at: writtenAt,
        edited_at: null,
        author_search: ' ana ruiz',
        action_changed_at: null,
        action_changed_by: null,
      },
    ]);
  });

  it('are announced without their text, to those who may see the referral', () => {
    const { feed } = project(noteProjection, aStory().events);
    expect(feed.map(({ topic, audience }) => ({ topic, audience }))).toEqual([
      { topic: `notes:${ID}`, audience: [] },
      { topic: `referral-history:${ID}`, audience: [] },
      { topic: 'note-list', audience: ['staff', 'company:40', 'user:ana'] },
      { topic: 'note-list', audience: ['staff', 'company:40', 'user:ana'] },
    ]);
    expect(JSON.stringify(feed)).not.toContain('way');
  });

  it('have their new text when they are edited, which moves no row of the list', () => {
    const data = { referralId: ID, noteId: `${ID}-1`, text: '<p>Sent?</p>', userId: 'ana', editedAt: writtenAt };
    const edited = aStory().execute(noteDecider, ID, {
      type: 'EditNoteText',
      data: { ...data, editedAt: '2026-11-21T12:06:00.000Z' },
    });
    const { rows, feed } = project(noteProjection, edited.events);
    expect(rows.get(`${ID}-1`)).toMatchObject({ note_text: '<p>Sent?</p>', edited_at: '2026-11-21T12:06:00.000Z' });
    expect(feed.filter(({ topic }) => topic === `notes:${ID}`)).toHaveLength(2);
    expect(feed.filter(({ topic, key }) => topic === 'note-list' && key === `${ID}-1`)).toHaveLength(1);
  });

  it('say who has seen to them, and announce it to those who may see the referral', () => {
    const action = { referralId: ID, noteId: `${ID}-1`, by: { userId: 'sam', name: 'Sam Oduya' } };
    const changedAt = '2026-11-21T12:07:00.000Z';
    const done = aStory().execute(noteDecider, ID, { type: 'FinishNoteAction', data: { ...action, changedAt } });
    const { rows, feed } = project(noteProjection, done.events);
    const by = { action_changed_at: changedAt, action_changed_by: 'Sam Oduya' };
    expect(rows.get(`${ID}-1`)).toMatchObject({ action_needed: false, ...by });
    const actions = feed.filter(({ key }) => key === `${ID}-1-action`);
    expect(actions.map(({ row }) => row)).toMatchObject([{ actionNeeded: true }, { actionNeeded: false }]);
    expect(project(noteListProjection, done.events).rows.get(`${ID}-1`)).toMatchObject({ action_needed: false });
  });

  it('are found by the referral as it was corrected, and by their author', () => {
    const { insuranceInfo } = anOrder();
    const order = { insuranceInfo: { ...insuranceInfo, medicaidId: 'MD-4712' } };
    const { rows } = project(noteListProjection, aStory().correct(ID, { order }).events);
    expect(rows.get(`${ID}-1`)).toMatchObject({
      search: expect.stringMatching(`^ ${ID} ruiz ana diaz rosa md-4712 md4712 ana ruiz\\|`),
      excerpt: 'On the way?',
      company_id: 40,
      submitter_user_id: 'ana',
    });
  });

  it('change no age of a task', () => {
    const story = new Story().submit(ID, anOrder());
    const { rows } = project(taskQueueProjection, story.events);
    const after = project(
      taskQueueProjection,
      story.execute(noteDecider, ID, { type: 'WriteNote', data: note }).events,
    );
    expect(after.rows).toEqual(rows);
  });
});

describe('What a person has read', () => {
  it('is theirs alone, and is announced to them alone', () => {
    const reading = { referralId: ID, userId: 'sam', noteIds: [`${ID}-1`] };
    const story = aStory()
      .execute(noteDecider, ID, { type: 'ReadNotes', data: { ...reading, readAt: writtenAt } })
      .execute(noteDecider, ID, { type: 'MarkNotesUnread', data: reading });
    const { rows, feed } = project(noteReadingProjection, story.events);
    expect([...rows.values()]).toEqual([{ reading_key: `${ID}-sam`, referral_id: ID, user_id: 'sam', note_ids: [] }]);
    const toReader = feed.filter(({ topic }) => topic === 'note-list');
    expect(toReader.map(({ audience }) => audience)).toEqual([['user:sam'], ['user:sam']]);
  });

  it('is kept apart for internal notes', () => {
    const data = { referralId: ID, parentNoteId: null, text: '<p>Call.</p>', authorUserId: 'dee', writtenAt };
    const story = aStory()
      .execute(internalNoteDecider, ID, { type: 'WriteInternalNote', data })
      .execute(internalNoteDecider, ID, {
        type: 'ReadInternalNotes',
        data: { referralId: ID, userId: 'sam', noteIds: [`${ID}-1`], readAt: writtenAt },
      });
    const { rows, feed } = project(internalNoteReadingProjection, story.events);
    expect([...rows.values()]).toMatchObject([{ user_id: 'sam', note_ids: [`${ID}-1`] }]);
    expect(feed.filter(({ topic }) => topic === 'note-list')).toMatchObject([
      { key: `${ID}-sam-internal`, audience: ['user:sam'], row: { readInternal: [`${ID}-1`] } },
    ]);
    expect(project(noteReadingProjection, story.events).rows.size).toBe(0);
  });
});
