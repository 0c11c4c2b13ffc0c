import { ORDER_FORM_IDS, ORDER_FORMS, type OrderForm } from '@throughline/domain';
import { z } from 'zod';
import { dayOfBirth, requiredText } from './order/fields.js';
import { referralId } from './referral.contract.js';

/** What the API says of a member who is unknown and of one whose benefit is used up: which of them it is, nobody learns. */
export const NOT_ELIGIBLE = 'Member not found or member is not eligible for the reward.';
/** What a screen says when a look-up got no answer. */
export const LOOK_UP_FAILED = 'Patient lookup failed';

/** What a look-up asks a member (ordering specification, section 5, Lookup). */
export const lookUpFields = z.object({ medicaidId: requiredText('Medicaid ID'), dateOfBirth: dayOfBirth('DOB') });
export type LookUpFields = z.output<typeof lookUpFields>;

/** The form whose members a company's are; undefined: the company has no reward programme. */
export function formOfRewards(companyId: number): OrderForm | undefined {
  const forms = ORDER_FORM_IDS.map((id): OrderForm => ORDER_FORMS[id]);
  return forms.find(({ lookUp, payor }) => lookUp !== null && payor?.companyId === companyId);
}

/** POST /eligible-patients/look-up */
export const lookUpEligiblePatientBody = lookUpFields.extend({
  companyId: z.coerce
    .number({ error: 'Company is required.' })
    .refine((id) => formOfRewards(id) !== undefined, 'This company has no reward programme.'),
});
export type LookUpEligiblePatientBody = z.output<typeof lookUpEligiblePatientBody>;

/** A ticket: opens one order within 30 minutes, and says nothing of whose it is. */
export const lookUpTicket = z
  .string({ error: 'Look the member up first.' })
  .regex(/^[\w-]{43}$/, 'Look the member up first.');

/** What is answered on a match; `id` is the ticket, under the specification's name. */
export const eligiblePatientFound = z.object({ id: lookUpTicket });
export type EligiblePatientFound = z.output<typeof eligiblePatientFound>;

/** What an order on a form with a look-up carries beside its sections. */
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
export type RedeemBenefitBody = z.output<typeof redeemBenefitBody>;

/** What became of the benefit; a refusal is an error with the form's text. `pending`: not known within two seconds, ask again. */
export const redemption = z.object({ outcome: z.enum(['redeemed', 'pending']) });
export type RedemptionAnswer = z.output<typeof redemption>;
