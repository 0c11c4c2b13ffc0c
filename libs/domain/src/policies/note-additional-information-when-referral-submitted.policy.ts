import type { Recorded } from '../kernel/event.js';
import type { NoteAdditionalInformation } from '../note/internal-note.decider.js';
import type { ReferralSubmitted } from '../referral/referral.events.js';

/** The policy's name, which is part of the ids of its commands: never change it. */
export const NOTE_ADDITIONAL_INFORMATION = 'note-additional-information-when-referral-submitted';

/**
 * The additional information of a signed-in submitter becomes their internal note, dated at the submission. Null if nobody was signed in,
 * or there was none.
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
