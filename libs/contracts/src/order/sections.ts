import { FIXED_ON_FORM, type OrderForm, type Payor } from '@throughline/domain';
import { z } from 'zod';
import {
  dayOfBirth,
  filledIn,
  flag,
  isNothing,
  optionalEmail,
  optionalLines,
  optionalHeight,
  optionalMeasure,
  optionalPhone,
  optionalText,
  requiredChoice,
  requiredDay,
  requiredEmail,
  requiredPhone,
  requiredText,
} from './fields.js';
import { shown } from '../search/typed-text.js';
import { DEFAULT_REFERRAL_SOURCE, UHC_LAST_NAME, UHC_SOURCE } from './form-facts.js';
import { GENDERS, US_STATES, type UsState } from './choices.js';
import { inchesOf, zipOf } from './typed-values.js';

/*
 * One schema per section of an order form (ordering specification, sections 3 and 5), made from the form's row in `order-forms.ts`. The
 * forms share one payload: a field that the screen of a form does not show is optional and kept. If a form fixes a field, another value is
 * refused.
 */

const referrer = z.object({
  lastName: requiredText('Last Name'),
  firstName: requiredText('First Name'),
  email: requiredEmail('Email'),
  phone: requiredPhone('Phone'),
  referralSource: requiredText('Source'),
  company: optionalText('Company'),
  sendNotificationsFlag: flag('Send notifications about this referral', true),
});

/** With source 'uhc file' the last name is fixed, whatever the client sent. */
const withUhcName = z.looseObject({ referralSource: z.string().trim().pipe(z.literal(UHC_SOURCE)) });
const fixUhcName = (sent: unknown) =>
  withUhcName.safeParse(sent).success ? { ...(sent as object), lastName: UHC_LAST_NAME } : sent;

export function referrerSection(form: OrderForm): z.ZodType<z.output<typeof referrer>> {
  return z.preprocess(fixUhcName, referrerOf(form));
}

function referrerOf({ required, payor }: OrderForm): z.ZodType<z.output<typeof referrer>> {
  const source = optionalText('Source').transform((given) => given ?? DEFAULT_REFERRAL_SOURCE);
  const section = required.includes('source') ? referrer : referrer.extend({ referralSource: source });
  if (payor === null) return section;
  return section.extend({ company: fixed('Company', payor.name) });
}

/** A field that always has this value, also if it is absent. Another value is refused. */
const fixed = <T extends string | null>(label: string, value: T) =>
  optionalText(label)
    .refine((sent) => sent === null || sent === value, FIXED_ON_FORM.value(label, value))
    .transform(() => value);

const usState = filledIn('State').refine(
  (code): code is UsState => Object.hasOwn(US_STATES, code),
  'State is not valid.',
);

const ZIP = /^\d{5}(-\d{4})?$/;
const zip = filledIn('Zip').overwrite(zipOf).regex(ZIP, 'Zip must be 5 digits or 5+4.');

const clinical = {
  height: optionalHeight('Height', 1, 99, inchesOf),
  weight: optionalMeasure('Weight', 1, 2000),
  allergies: optionalText('Allergies', 200),
  diag: optionalLines('Diagnosis', 500),
};
const memberIn = (state: typeof usState) =>
  z.object({
    lastName: requiredText('Last Name'),
    firstName: requiredText('First Name'),
    DOB: dayOfBirth('DOB'),
    gender: requiredChoice('Gender', GENDERS),
    phone: requiredPhone('Phone'),
    ACPhone: optionalPhone('Alternate Contact Phone'),
    preferredLang: optionalText('Preferred Language'),
    email: optionalEmail('Email'),
    ACEmail: optionalEmail('Alternate Contact Email'),
    address1: requiredText('Address 1', 100),
    address2: optionalText('Address 2', 200),
    city: requiredText('City'),
    state,
    zip,
    ...clinical,
  });

export const memberSection = ({ payor }: OrderForm) => memberIn(payor === null ? usState : stateOf(payor));

/** The member of a recertification, which has no insurance section. */
export const recertifiedMember = memberIn(usState)
  .pick({ lastName: true, firstName: true, DOB: true, phone: true, state: true })
  .extend({ medicaidId: optionalText('Medicaid ID') });

/** An address in another state is refused, not corrected. */
const stateOf = ({ name, state }: Payor) =>
  usState.refine((code) => code === state, `${name} delivers in ${US_STATES[state as UsState]} only.`);

const physician = z.object({
  lastName: optionalText('Last Name'),
  firstName: optionalText('First Name'),
  NPI: optionalText('NPI'),
  phone: optionalPhone('Phone'),
  fax: optionalPhone('Fax'),
  email: optionalEmail('Email'),
});

/** The physician who is asked to certify a supply again. */
export const certifyingPhysician = physician
  .pick({ firstName: true, phone: true, fax: true })
  .extend({ lastName: requiredText('Last Name') });

export function physicianSection({ required }: OrderForm): z.ZodType<z.output<typeof physician>> {
  if (!required.includes('physician')) return physician;
  return physician.extend({ lastName: requiredText('Last Name'), firstName: requiredText('First Name') });
}

type InsuranceType = 'medicare' | 'medicaid' | 'commercial';
type InsuranceId = 'medicareId' | 'medicaidId' | 'commIns1Name' | 'commIns1Id';

/** Checked even if another field of the section is invalid, so that all messages are shown at once. */
const idRequired = (type: InsuranceType, field: InsuranceId, label: string) =>
  z.refine<{ insuranceType: Record<InsuranceType, boolean> } & Record<InsuranceId, string | null>>(
    (insurance) => !insurance.insuranceType[type] || insurance[field] !== null,
    {
      path: [field],
      message: `${label} is required.`,
      when: ({ value }) => (value as { insuranceType?: unknown } | null)?.insuranceType instanceof Object,
    },
  );

const ID_OF_EACH_TYPE = [
  idRequired('medicare', 'medicareId', 'Medicare ID'),
  idRequired('medicaid', 'medicaidId', 'Medicaid ID'),
  idRequired('commercial', 'commIns1Name', 'Commercial Insurance 1 Name'),
  idRequired('commercial', 'commIns1Id', 'Commercial Insurance 1 ID'),
] as const;

/** Null and absent mean that the type is not chosen at all, which is Medicaid (ordering specification, sections 5 and 9). */
const insuranceType = z.preprocess(
  (given) => given ?? {},
  z
    .object(
      {
        medicare: flag('Medicare', false),
        medicaid: flag('Medicaid', true),
        commercial: flag('Commercial', false),
      },
      { error: 'Insurance types must be an object, such as {"medicaid": true}.' },
    )
    .refine((type) => type.medicare || type.medicaid || type.commercial, 'At least one insurance type is required.'),
);

const insurance = z.object({
  insuranceType,
  medicareId: optionalText('Medicare ID'),
  medicaidId: optionalText('Medicaid ID'),
  commIns1Name: optionalText('Commercial Insurance 1 Name'),
  commIns1Id: optionalText('Commercial Insurance 1 ID'),
  commIns2Name: optionalText('Commercial Insurance 2 Name'),
  commIns2Id: optionalText('Commercial Insurance 2 ID'),
  waiverBenefits: optionalText('Waiver Benefits', 200),
});

export function insuranceSection({ payor }: OrderForm): z.ZodType<Insurance> {
  if (payor !== null) return planOf(payor);
  return insurance
    .extend({ plan: z.unknown().optional().refine(isNothing, FIXED_ON_FORM.noPlan) })
    .check(...ID_OF_EACH_TYPE)
    .transform(({ plan: _none, ...section }) => section);
}

/** The insurance section in a correction of any form: the plan is returned with the section, and the domain compares it. */
export const correctedInsurance: z.ZodType<Insurance> = insurance
  .extend({ plan: optionalText('Plan') })
  .check(...ID_OF_EACH_TYPE)
  .transform(({ plan, ...section }) => (plan === null ? section : { ...section, plan }));

type Insurance = z.output<typeof insurance> & { plan?: string };

/** The section in the documentation: a payor's form also shows, and may send, the plan that it fixes. */
export const documentedInsurance = insurance.extend({ plan: z.string().optional() });

/** Medicaid through this payor: the screen asks for the id alone. */
const planOf = (payor: Payor): z.ZodType<Insurance> =>
  insurance.extend({
    insuranceType: insuranceType.refine(
      ({ medicare, medicaid, commercial }) => medicaid && !medicare && !commercial,
      FIXED_ON_FORM.insuranceType(payor),
    ),
    medicaidId: requiredText('Medicaid ID'),
    plan: fixed('Plan', payor.name),
  });

export const babySection = z.object({
  lastName: optionalText('Last Name'),
  firstName: optionalText('First Name'),
  dueDate: requiredDay('Due Date'),
  nicu: flag('NICU', false),
});

const isEmpty = (value: unknown) => value === false || isNothing(typeof value === 'string' ? shown(value) : value);
/** For forms that do not require it: undefined if nothing was filled in, otherwise complete. */
export const optionalBaby = z
  .preprocess(
    (given) => (isEmpty(given) || (given instanceof Object && Object.values(given).every(isEmpty)) ? undefined : given),
    babySection.optional(),
  )
  .optional();

export const additionalInfo = optionalLines('Additional Information', 8000);
