import { COMPANIES, type OrderForm, type Payor } from '@throughline/domain';
import { z } from 'zod';
import { DEFAULT_REFERRAL_SOURCE } from '../catalogue.contract.js';
import {
  dayOfBirth,
  optionalEmail,
  optionalPhone,
  optionalText,
  optionalWhole,
  requiredCount,
  requiredDay,
  requiredEmail,
  requiredPhone,
  requiredText,
} from './fields.js';
import { US_STATES, type UsState } from './us-states.js';

/*
 * One schema per section of an order form (ordering specification, sections 3 and 5), as the form's row has it. All forms' sections
 * have the same output: what a form does not ask for is null, whatever was sent.
 */

const referrer = z.object({
  lastName: requiredText('Last Name'),
  firstName: requiredText('First Name'),
  email: requiredEmail('Email'),
  phone: requiredPhone('Phone'),
  referralSource: requiredText('Source'),
  company: optionalText('Company'),
  sendNotificationsFlag: z.boolean().default(true),
});

export function referrerSection({ required, payor }: OrderForm): z.ZodType<z.output<typeof referrer>> {
  const source = optionalText('Source').transform((given) => given ?? DEFAULT_REFERRAL_SOURCE);
  const asked = required.includes('source') ? referrer : referrer.extend({ referralSource: source });
  if (payor === null) return asked;
  const company = COMPANIES.find(({ id }) => id === payor.companyId)?.name ?? null;
  return asked.extend({ company: only(company) });
}

/** This and nothing else, whatever was sent. */
const only = <T>(value: T) =>
  z
    .unknown()
    .optional()
    .transform(() => value);
const nothing = only(null);

const usState = z
  .string({ error: 'State is required.' })
  .trim()
  .min(1, 'State is required.')
  .refine((code): code is UsState => Object.hasOwn(US_STATES, code), 'State is not valid.');

const ZIP = /^\d{5}(-\d{4})?$/;
const zip = z
  .string({ error: 'Zip is required.' })
  .trim()
  .min(1, 'Zip is required.')
  .regex(ZIP, 'Zip must be 5 digits or 5+4.');

const clinical = {
  height: optionalWhole('Height', 1, 99),
  weight: optionalWhole('Weight', 1, 2000),
  allergies: optionalText('Allergies', 200),
  diag: optionalText('Diagnosis', 500),
};
const notClinical: Record<keyof typeof clinical, typeof nothing> = {
  height: nothing,
  weight: nothing,
  allergies: nothing,
  diag: nothing,
};

const memberWith = <Asked extends typeof clinical | typeof notClinical>(asked: Asked, state: typeof usState) =>
  z.object({
    lastName: requiredText('Last Name'),
    firstName: requiredText('First Name'),
    DOB: dayOfBirth('DOB'),
    gender: z.enum(['Male', 'Female', 'Other'], { error: 'Gender is required.' }),
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
    ...asked,
  });
type Member = z.output<ReturnType<typeof memberWith<typeof clinical>>>;

export function memberSection({ sections, payor }: OrderForm): z.ZodType<Member> {
  const state = payor === null ? usState : stateOf(payor);
  return sections.includes('clinical') ? memberWith(clinical, state) : memberWith(notClinical, state);
}

/** An address elsewhere is no slip to be mended quietly: it is refused. */
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

export function physicianSection({ sections, required }: OrderForm): z.ZodType<z.output<typeof physician>> {
  if (!sections.includes('physician')) return only(physician.parse({}));
  if (!required.includes('physician')) return physician;
  return physician.extend({ lastName: requiredText('Last Name'), firstName: requiredText('First Name') });
}

type InsuranceType = 'medicare' | 'medicaid' | 'commercial';
type InsuranceId = 'medicareId' | 'medicaidId' | 'commIns1Name' | 'commIns1Id';

/** Runs although another field of the section is wrong, so that a person sees every message at once. */
const idRequired = (type: InsuranceType, field: InsuranceId, label: string) =>
  z.refine<{ insuranceType: Record<InsuranceType, boolean> } & Record<InsuranceId, string | null>>(
    (insurance) => !insurance.insuranceType[type] || insurance[field] !== null,
    {
      path: [field],
      message: `${label} is required.`,
      when: ({ value }) => (value as { insuranceType?: unknown } | null)?.insuranceType instanceof Object,
    },
  );

const insurance = z.object({
  insuranceType: z
    .object({
      medicare: z.boolean().default(false),
      medicaid: z.boolean().default(true),
      commercial: z.boolean().default(false),
    })
    .refine((type) => type.medicare || type.medicaid || type.commercial, 'At least one insurance type is required.'),
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

/** The member's Medicaid through this payor: only its id is asked for. */
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
  nicu: z.boolean().default(false),
});

export const additionalInfo = optionalText('Additional Information', 8000);

/** A line of the cart. Name, HCPCS and category of a catalogue item are looked up again when the order is recorded. */
export const orderLine = z.object({
  catalogueId: z
    .string()
    .max(50)
    .nullish()
    .transform((id) => id ?? null),
  itemCategory: requiredText('Category'),
  item: requiredText('Item', 100),
  option: z
    .object({
      id: z.string().max(50),
      name: z.string().max(100),
      hcpcs: z
        .string()
        .max(20)
        .nullish()
        .transform((code) => code ?? null),
    })
    .nullish()
    .transform((option) => option ?? null),
  hcpcs: optionalText('HCPCS', 20),
  description: optionalText('Description', 500),
  qty: requiredCount('Quantity', 9999),
});
