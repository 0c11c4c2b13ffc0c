import { describe, expect, it } from '@jest/globals';
import { internalNoteDecider } from '@throughline/domain';
import { project } from '../testing/project.js';
import { Story } from '../testing/story.js';
import { internalNoteProjection } from './internal-note.js';

const ID = '263251234512345';

describe('Internal notes', () => {
  it('are rows of their referral, whose number is announced to auditors only', () => {
    const data = { referralId: ID, text: 'Call late.', authorUserId: 'ana', writtenAt: '2026-11-21T12:05:00.000Z' };
    const story = new Story().tell(internalNoteDecider, ID, { type: 'NoteAdditionalInformation', data });
    const { rows, feed } = project(internalNoteProjection, story.events);
    expect([...rows.values()]).toEqual([
      {
        note_id: `${ID}-1`,
        referral_id: ID,
        parent_note_id: null,
        note: 'Call late.',
        author_user_id: 'ana',
        written_at: data.writtenAt,
      },
    ]);
    expect(feed).toEqual([{ topic: `referral-history:${ID}`, key: ID, audience: [], row: { notes: 1 } }]);
  });
});
