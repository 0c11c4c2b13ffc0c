import { z } from 'zod';
import { optionalDayOfBirth, optionalReferralId, optionalText } from '../order/fields.js';
import { foldForSearch } from '../search/search-text.js';

const TOO_LITTLE = "You must enter a referral ID or the member's first name, last name, and DOB.";

const MEMBER_FIELDS = ['lastName', 'firstName', 'DOB'] as const;

/** POST /referrals/referral/status (access specification, section 5, Check Status): a referral ID, or all three facts about a member. */
export const checkStatusBody = z
  .object({
    referralId: optionalReferralId('Referral ID'),
    lastName: optionalText('Last name'),
    firstName: optionalText('First name'),
    DOB: optionalDayOfBirth('DOB'),
  })
  .superRefine((body, context) => {
    const missing = MEMBER_FIELDS.filter((field) => body[field] === null);
    if (body.referralId !== null || missing.length === 0) return;
    // The focus goes to the first missing fact if facts of a member were entered, otherwise to the first field.
    const field = missing.length === MEMBER_FIELDS.length ? 'referralId' : missing[0]!;
    context.addIssue({ code: 'custom', path: [field], message: TOO_LITTLE });
  });
export type CheckStatusFields = z.input<typeof checkStatusBody>;
export type CheckStatusBody = z.output<typeof checkStatusBody>;

/** Only the IDs: the caller sees of each referral what its limited page shows (docs/promises.md 1.5). */
export const checkedReferrals = z.array(z.object({ referralId: z.string() }));
export type CheckedReferrals = z.infer<typeof checkedReferrals>;

/** A name, a date or another short text in the form in which orders are compared. */
export const foldedFact = (text: string): string => foldForSearch(text).trim().replaceAll(/\s+/g, ' ');

/**
 * A key that is equal for the same member however the names are written. Stored rows contain it: changing it requires a new version of
 * their projection.
 */
export const memberKey = (member: { readonly lastName: string; readonly firstName: string; readonly DOB: string }) =>
  MEMBER_FIELDS.map((field) => foldedFact(member[field])).join('|');

/**
 * What a status check searches for. With a referral ID, the names are ignored, so that a caller cannot find out whose referral it is by
 * trying names.
 */
export type StatusCheck = { readonly referralId: string } | { readonly memberKey: string };
export function statusCheckOf({ referralId, lastName, firstName, DOB }: CheckStatusBody): StatusCheck {
  if (referralId !== null) return { referralId };
  return { memberKey: memberKey({ lastName: lastName ?? '', firstName: firstName ?? '', DOB: DOB ?? '' }) };
}
