import { describe, expect, it } from '@jest/globals';
import { internalNoteDecider } from '@throughline/domain';
import { project } from '../testing/project.js';
import { Story } from '../testing/story.js';
import { internalNoteProjection } from './internal-note.js';

const ID = '263251234512345';

describe('Internal notes', () => {
  it('are rows of their referral, whose number is announced to the provider’s people alone', () => {
    const data = { referralId: ID, text: 'Call late.', authorUserId: 'ana', writtenAt: '2026-11-21T12:05:00.000Z' };
    const story = new Story().execute(internalNoteDecider, ID, { type: 'NoteAdditionalInformation', data });
    const { rows, feed } = project(internalNoteProjection, story.events);
    expect([...rows.values()]).toEqual([
      {
        note_id: `${ID}-1`,
        referral_id: ID,
        parent_note_id: null,
        note: 'Call late.',
        author_user_id: 'ana',
        written_at: data.writtenAt,
        format: null,
        edited_at: null,
        deleted_at: null,
        mentions: null,
      },
    ]);
    expect(feed).toEqual([
      { topic: `referral-history:${ID}`, key: ID, audience: [], row: { notes: 1 } },
      { topic: `internal-notes:${ID}`, key: ID, audience: [], row: { referralId: ID, notes: 1 } },
      { topic: 'note-list', key: `${ID}-internal`, audience: ['staff'], row: { referralId: ID, notes: 1 } },
    ]);
  });

  it('keep their place when they are edited or deleted, and announce it without their text', () => {
    const author = { authorUserId: 'sam', writtenAt: '2026-11-21T12:05:00.000Z' };
    const note = { referralId: ID, parentNoteId: null, text: '<p>Call late.</p>', ...author };
    const one = { referralId: ID, noteId: `${ID}-1`, userId: 'sam' };
    const story = new Story()
      .execute(internalNoteDecider, ID, { type: 'WriteInternalNote', data: note })
      .execute(internalNoteDecider, ID, {
        type: 'EditInternalNoteText',
        data: { ...one, text: '<p>Call soon.</p>', editedAt: '2026-11-21T12:06:00.000Z' },
      })
      .execute(internalNoteDecider, ID, {
        type: 'DeleteInternalNote',
        data: { ...one, deletedAt: '2026-11-21T12:07:00.000Z' },
      });
    const { rows, feed } = project(internalNoteProjection, story.events);
    expect(rows.get(`${ID}-1`)).toMatchObject({
      note: '<p>Call soon.</p>',
      format: 'html',
      edited_at: '2026-11-21T12:06:00.000Z',
      deleted_at: '2026-11-21T12:07:00.000Z',
    });
    expect(feed.filter(({ topic }) => topic === `internal-notes:${ID}`)).toHaveLength(3);
    expect(JSON.stringify(feed)).not.toContain('Call');
  });
});
