import { internalNoteDecider, noteDecider, notificationDecider, readingId } from '@throughline/domain';
import fc from 'fast-check';
import { caseId, commandsTo, fileId, person, type Step } from './random-steps.js';
import type { Story } from './story.js';

const toNotes = commandsTo(noteDecider);
const toInternalNotes = commandsTo(internalNoteDecider);
const toNotifications = commandsTo(notificationDecider);

/** Everything that people do with notes and notifications. */
export const ofNotes: fc.Arbitrary<Step> = fc
  .record({ id: caseId, n: fileId, reply: fc.boolean(), by: person })
  .chain(({ id, n, reply, by: { userId } }) => {
    const noteId = `${id}-${n}`;
    const noteIds = [1, 2, 3].map((number) => `${id}-${number}`);
    const parentNoteId = reply && n > 1 ? `${id}-1` : null;
    const text = `<p>${n}</p>`;
    const author = { userId, firstName: 'Sam', lastName: 'Oduya', companyId: 1 };
    const write = toNotes(id, (writtenAt) => ({
      type: 'WriteNote',
      data: { referralId: id, parentNoteId, text, actionNeeded: reply, author, writtenAt },
    }));
    const reader = userId === 'sam' ? 'minh' : 'sam';
    const read = toNotes(id, (readAt) => ({
      type: 'ReadNotes',
      data: { referralId: id, userId: reader, noteIds, readAt },
    }));
    const writeInternal = toInternalNotes(id, (writtenAt) => ({
      type: 'WriteInternalNote',
      data: { referralId: id, parentNoteId, text, authorUserId: userId, writtenAt, mentions: [reader] },
    }));
    const readInternal = toInternalNotes(id, (readAt) => ({
      type: 'ReadInternalNotes',
      data: { referralId: id, userId: reader, noteIds, readAt },
    }));
    const inTurn =
      (...steps: readonly Step[]): Step =>
      (story) =>
        steps.forEach((step) => step(story));
    return fc.constantFrom(
      write,
      inTurn(write, read),
      toNotes(id, (editedAt) => ({ type: 'EditNoteText', data: { referralId: id, noteId, text, userId, editedAt } })),
      toNotes(id, () => ({ type: 'MarkNotesUnread', data: { referralId: id, userId: reader, noteIds } })),
      toInternalNotes(id, (writtenAt) => ({
        type: 'NoteAdditionalInformation',
        data: { referralId: id, text: `Call ${n}`, authorUserId: 'sam', writtenAt },
      })),
      writeInternal,
      (story: Story) => {
        const data = { userId: `u-${n}`, notificationIds: [`note-${id}-${n}`], readAt: story.now };
        toNotifications(readingId(data), () => ({ type: 'ReadNotifications', data }))(story);
      },
      toInternalNotes(id, (editedAt) => ({
        type: 'EditInternalNoteText',
        data: { referralId: id, noteId, text: `${text}<p>more</p>`, userId, editedAt },
      })),
      ...(['FinishNoteAction', 'RequestNoteAction'] as const).map((type) =>
        toNotes(id, (changedAt) => ({
          type,
          data: { referralId: id, noteId, by: { userId, name: 'Sam Oduya' }, changedAt },
        })),
      ),
      inTurn(writeInternal, readInternal),
      toInternalNotes(id, () => ({
        type: 'MarkInternalNotesUnread',
        data: { referralId: id, userId: reader, noteIds },
      })),
      toInternalNotes(id, (deletedAt) => ({
        type: 'DeleteInternalNote',
        data: { referralId: id, noteId, userId, deletedAt },
      })),
    );
  });
