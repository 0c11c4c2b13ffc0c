import type { Recorded } from '../kernel/event.js';
import type { NoteAdditionalInformation } from '../note/note.commands.js';
import type { ReferralSubmitted } from '../referral/referral.events.js';

/** The policy's name in the ids of its commands: never change it. */
export const NOTE_ADDITIONAL_INFORMATION = 'note-additional-information-when-referral-submitted';

/**
 * What a submitter who was signed in added to the order becomes an internal note of theirs, at the time of the submission. Null where
 * nobody was signed in, or nothing was added.
 */
export function noteAdditionalInformationWhenReferralSubmitted({
  data: { referralId, order, submittedAt },
  metadata: { actor },
}: Recorded<ReferralSubmitted>): NoteAdditionalInformation | null {
  if (actor.userId === null || !order.otherInfo?.trim()) return null;
  return {
    type: 'NoteAdditionalInformation',
    data: { referralId, text: order.otherInfo, authorUserId: actor.userId, writtenAt: submittedAt },
  };
}
