import { COMPANIES, type OrderForm, type Payor } from '@throughline/domain';
import { z } from 'zod';
import {
  dayOfBirth,
  filledIn,
  flag,
  optionalEmail,
  optionalLines,
  optionalMeasure,
  optionalPhone,
  optionalText,
  requiredChoice,
  requiredDay,
  requiredEmail,
  requiredPhone,
  requiredText,
} from './fields.js';
import { DEFAULT_REFERRAL_SOURCE, UHC_LAST_NAME, UHC_SOURCE } from './form-facts.js';
import { GENDERS, US_STATES, type UsState } from './choices.js';

/*
 * One schema per section of an order form (ordering specification, sections 3 and 5), by the form's row in `order-forms.ts`. The output has
 * the same type on all forms: a field that a form does not have is null, whatever was sent.
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

/** With source 'uhc file' the last name is fixed, whatever was sent. */
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
  const company = COMPANIES.find(({ id }) => id === payor.companyId)?.name ?? null;
  return section.extend({ company: only(company) });
}

/** Always this value, whatever was sent. */
const only = <T>(value: T) =>
  z
    .unknown()
    .optional()
    .transform(() => value);
const nothing = only(null);

const usState = filledIn('State').refine(
  (code): code is UsState => Object.hasOwn(US_STATES, code),
  'State is not valid.',
);

const ZIP = /^\d{5}(-\d{4})?$/;
const zip = filledIn('Zip').regex(ZIP, 'Zip must be 5 digits or 5+4.');

const clinical = {
  height: optionalMeasure('Height', 1, 99),
  weight: optionalMeasure('Weight', 1, 2000),
  allergies: optionalText('Allergies', 200),
  diag: optionalLines('Diagnosis', 500),
};
const notClinical: Record<keyof typeof clinical, typeof nothing> = {
  height: nothing,
  weight: nothing,
  allergies: nothing,
  diag: nothing,
};

const memberWith = <Clinical extends typeof clinical | typeof notClinical>(fields: Clinical, state: typeof usState) =>
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
    ...fields,
  });
type Member = z.output<ReturnType<typeof memberWith<typeof clinical>>>;

export function memberSection({ sections, payor }: OrderForm): z.ZodType<Member> {
  const state = payor === null ? usState : stateOf(payor);
  return sections.includes('clinical') ? memberWith(clinical, state) : memberWith(notClinical, state);
}

/** The member of a recertification, who has no insurance section. */
export const recertifiedMember = memberWith(notClinical, usState)
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

/** Who is asked to certify a supply again. */
export const certifyingPhysician = physician
  .pick({ firstName: true, phone: true, fax: true })
  .extend({ lastName: requiredText('Last Name') });

export function physicianSection({ sections, required }: OrderForm): z.ZodType<z.output<typeof physician>> {
  if (!sections.includes('physician')) return only(physician.parse({}));
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

/** Null or left out, it is not chosen at all: Medicaid (ordering specification, sections 5 and 9). */
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

export function insuranceSection({ asksForWaiver, payor }: OrderForm): z.ZodType<Insurance> {
  if (payor !== null) return planOf(payor);
  return (asksForWaiver ? insurance : insurance.extend({ waiverBenefits: nothing })).check(
    idRequired('medicare', 'medicareId', 'Medicare ID'),
    idRequired('medicaid', 'medicaidId', 'Medicaid ID'),
    idRequired('commercial', 'commIns1Name', 'Commercial Insurance 1 Name'),
    idRequired('commercial', 'commIns1Id', 'Commercial Insurance 1 ID'),
  );
}
type Insurance = z.output<typeof insurance> & { plan?: string };

/** The same for the documentation: a payor's form also shows, and may send, the plan that it fixes. */
export const documentedInsurance = insurance.extend({ plan: z.string().optional() });

/** Medicaid through this payor: the id is the only field. */
const planOf = ({ name }: Payor): z.ZodType<Insurance> =>
  insurance.extend({
    insuranceType: only({ medicare: false, medicaid: true, commercial: false }),
    medicareId: nothing,
    medicaidId: requiredText('Medicaid ID'),
    commIns1Name: nothing,
    commIns1Id: nothing,
    commIns2Name: nothing,
    commIns2Id: nothing,
    waiverBenefits: nothing,
    plan: only(name),
  });

export const babySection = z.object({
  lastName: optionalText('Last Name'),
  firstName: optionalText('First Name'),
  dueDate: requiredDay('Due Date'),
  nicu: flag('NICU', false),
});

export const additionalInfo = optionalLines('Additional Information', 8000);
