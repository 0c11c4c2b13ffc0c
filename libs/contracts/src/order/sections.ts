import { z } from 'zod';
import {
  dayOfBirth,
  optionalEmail,
  optionalPhone,
  optionalText,
  optionalWhole,
  requiredDay,
  requiredEmail,
  requiredPhone,
  requiredText,
} from './fields.js';
import { US_STATES, type UsState } from './us-states.js';

/*
 * One schema per section of an order form (ordering specification, sections 3 and 5). A form is a composition of them.
 */

export const referrerSection = z.object({
  lastName: requiredText('Last Name'),
  firstName: requiredText('First Name'),
  email: requiredEmail('Email'),
  phone: requiredPhone('Phone'),
  referralSource: requiredText('Source'),
  company: optionalText('Company'),
  sendNotificationsFlag: z.boolean().default(true),
});

const usState = z
  .string({ error: 'State is required.' })
  .trim()
  .min(1, 'State is required.')
  .refine((code): code is UsState => code in US_STATES, 'State is not valid.');

const ZIP = /^\d{5}(-\d{4})?$/;
const zip = z
  .string({ error: 'Zip is required.' })
  .trim()
  .min(1, 'Zip is required.')
  .regex(ZIP, 'Zip must be 5 digits or 5+4.');

export const memberSection = z.object({
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
  state: usState,
  zip,
  height: optionalWhole('Height', 1, 99),
  weight: optionalWhole('Weight', 1, 2000),
  allergies: optionalText('Allergies', 200),
  diag: optionalText('Diagnosis', 500),
});

export const physicianSection = z.object({
  lastName: optionalText('Last Name'),
  firstName: optionalText('First Name'),
  NPI: optionalText('NPI'),
  phone: optionalPhone('Phone'),
  fax: optionalPhone('Fax'),
  email: optionalEmail('Email'),
});

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

export const insuranceSection = z
  .object({
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
  })
  .check(
    idRequired('medicare', 'medicareId', 'Medicare ID'),
    idRequired('medicaid', 'medicaidId', 'Medicaid ID'),
    idRequired('commercial', 'commIns1Name', 'Commercial Insurance 1 Name'),
    idRequired('commercial', 'commIns1Id', 'Commercial Insurance 1 ID'),
  );

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
  qty: z.coerce
    .number({ error: 'Quantity is required.' })
    .int('Quantity must be a whole number.')
    .min(1, 'Quantity must be at least 1.')
    .max(9999, 'Quantity is limited to 9999.'),
});
