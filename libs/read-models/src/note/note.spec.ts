import { describe, expect, it } from '@jest/globals';
import { noteDecider } from '@throughline/domain';
import { noteReadingProjection } from '../note-reading/note-reading.js';
import { taskQueueProjection } from '../task-queue/task-queue.projection.js';
import { anOrder } from '../testing/orders.js';
import { project } from '../testing/project.js';
import { Story } from '../testing/story.js';
import { noteProjection } from './note.js';

const ID = '263251234512345';
const author = { userId: 'ana', firstName: 'Ana', lastName: 'Ruiz', companyId: 40 };
const writtenAt = '2026-11-21T12:05:00.000Z';
const note = { referralId: ID, parentNoteId: null, text: '<p>On the way?</p>', actionNeeded: true, author, writtenAt };

const aStory = () => new Story().submit(ID).tell(noteDecider, ID, { type: 'WriteNote', data: note });

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
      },
    ]);
  });

  it('are announced without their text, to those who may see the referral', () => {
    const { feed } = project(noteProjection, aStory().events);
    expect(feed.map(({ topic, audience }) => ({ topic, audience }))).toEqual([
      { topic: `notes:${ID}`, audience: [] },
      { topic: `referral-history:${ID}`, audience: [] },
      { topic: 'note-list', audience: ['staff', 'company:40', 'user:ana'] },
    ]);
    expect(JSON.stringify(feed)).not.toContain('way');
  });

  it('have their new text when they are edited, which moves no row of the list', () => {
    const data = { referralId: ID, noteId: `${ID}-1`, text: '<p>Sent?</p>', userId: 'ana', editedAt: writtenAt };
    const edited = aStory().tell(noteDecider, ID, {
      type: 'EditNoteText',
      data: { ...data, editedAt: '2026-11-21T12:06:00.000Z' },
    });
    const { rows, feed } = project(noteProjection, edited.events);
    expect(rows.get(`${ID}-1`)).toMatchObject({ note_text: '<p>Sent?</p>', edited_at: '2026-11-21T12:06:00.000Z' });
    expect(feed.filter(({ topic }) => topic === `notes:${ID}`)).toHaveLength(2);
    expect(feed.filter(({ topic }) => topic === 'note-list')).toHaveLength(1);
  });

  it('change no age of a task', () => {
    const story = new Story().submit(ID, anOrder());
    const { rows } = project(taskQueueProjection, story.events);
    const after = project(taskQueueProjection, story.tell(noteDecider, ID, { type: 'WriteNote', data: note }).events);
    expect(after.rows).toEqual(rows);
  });
});

describe('What a person has read', () => {
  it('is theirs alone, and is announced to them alone', () => {
    const reading = { referralId: ID, userId: 'sam', noteIds: [`${ID}-1`] };
    const story = aStory()
      .tell(noteDecider, ID, { type: 'ReadNotes', data: { ...reading, readAt: writtenAt } })
      .tell(noteDecider, ID, { type: 'MarkNotesUnread', data: reading });
    const { rows, feed } = project(noteReadingProjection, story.events);
    expect([...rows.values()]).toEqual([{ reading_key: `${ID}-sam`, referral_id: ID, user_id: 'sam', note_ids: [] }]);
    const toReader = feed.filter(({ topic }) => topic === 'note-list');
    expect(toReader.map(({ audience }) => audience)).toEqual([['user:sam'], ['user:sam']]);
  });
});
