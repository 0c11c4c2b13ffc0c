import { ORDER_FORM_IDS, ORDER_FORMS, type OrderForm } from '@throughline/domain';
import { z } from 'zod';
import { dayOfBirth, missingOr, requiredText } from '../order/fields.js';
import { referralId } from '../referral/referral.contract.js';
import { wholeNumber } from '../search/whole-number.js';

/** An unknown member and one whose benefit is redeemed get the same message, so that a caller cannot tell them apart. */
export const NOT_ELIGIBLE = 'Member not found or member is not eligible for the reward.';

/** Input of a look-up (ordering specification, section 5, Lookup). */
export const lookUpFields = z.object({ medicaidId: requiredText('Medicaid ID'), dateOfBirth: dayOfBirth('DOB') });
export type LookUpFields = z.output<typeof lookUpFields>;

/** The form of a company's reward programme; undefined if the company has none. */
export function formOfRewards(companyId: number): OrderForm | undefined {
  const forms = ORDER_FORM_IDS.map((id): OrderForm => ORDER_FORMS[id]);
  return forms.find(({ lookUp, payor }) => lookUp !== null && payor?.companyId === companyId);
}

/** POST /eligible-patients/look-up */
export const lookUpEligiblePatientBody = lookUpFields.extend({
  companyId: wholeNumber({ error: missingOr('Company', 'is not valid.') }).refine(
    (id) => formOfRewards(id) !== undefined,
    'This company has no reward programme.',
  ),
});

/** An opaque ticket, valid for one order within 30 minutes. */
export const lookUpTicket = z
  .string({ error: 'Look the member up first.' })
  .regex(/^[\w-]{43}$/, 'Look the member up first.');

/** The answer on a match; `id`, as the specification names it, is the ticket. */
export const eligiblePatientFound = z.object({ id: lookUpTicket });
export type EligiblePatientFound = z.output<typeof eligiblePatientFound>;

/** What an order contains in addition to its sections if its form has a look-up. */
export const lookUpProof = z.object({
  eligiblePatientId: lookUpTicket,
  verifyInfo: z.object(
    { medicaidId: requiredText('Medicaid ID'), DOB: dayOfBirth('DOB') },
    { error: 'Look the member up first.' },
  ),
});
export type LookUpProof = z.output<typeof lookUpProof>;

/** POST /eligible-patients/redeem */
export const redeemBenefitBody = z.object({ eligiblePatientId: lookUpTicket, referralId });

/** Outcome of the redemption; a refusal is an error with the form's text. `pending`: not decided within two seconds; call again. */
export const redemption = z.object({ outcome: z.enum(['redeemed', 'pending']) });
export type RedemptionAnswer = z.output<typeof redemption>;
