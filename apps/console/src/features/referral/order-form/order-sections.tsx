import { isNpi, type OrderFormSection } from '@throughline/domain';
import { asksForBaby, PREFERRED_LANGUAGES } from '@throughline/contracts';
import { type ComponentType, useEffect } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { announce } from '../../../ui/announcer.js';
import { daysOfBirth, dueDays } from '../../../ui/date-field.js';
import {
  FormCheckbox,
  FormDate,
  FormPhone,
  FormSection,
  FormSelect,
  FormState,
  FormText,
  InsuranceTypeField,
  type SectionProps,
} from './form-fields.js';
import type { OrderDraft } from './order-draft.js';
import { AttachmentsSection } from './sections/attachments-section.js';
import { ItemsSection } from './sections/items-section.js';
import { ReferrerSection } from './sections/referrer-section.js';

const SECTIONS: Readonly<Record<OrderFormSection, ComponentType<SectionProps>>> = {
  referrer: ReferrerSection,
  member: MemberSection,
  address: AddressSection,
  clinical: ClinicalSection,
  insurance: InsuranceSection,
  items: ItemsSection,
  baby: BabySection,
  physician: PhysicianSection,
  attachments: AttachmentsSection,
  additional: AdditionalInfoSection,
};

interface OrderSectionsProps extends SectionProps {
  /** So many of them, from the top. */
  readonly count: number;
}

/** What the form's row names, from top to bottom. */
export function OrderSections({ form, count }: OrderSectionsProps) {
  return form.sections.slice(0, count).map((name) => {
    const Section = SECTIONS[name];
    return <Section key={name} form={form} />;
  });
}

const GENDERS = ['Male', 'Female', 'Other'].map((gender) => ({ value: gender, label: gender }));
const LANGUAGES = PREFERRED_LANGUAGES.map(([label]) => ({ value: label, label }));

export function MemberSection({ form: { lookUp } }: SectionProps) {
  return (
    <FormSection title="Member">
      <FormText name="memberInfo.firstName" label="First Name" required />
      <FormText name="memberInfo.lastName" label="Last Name" required />
      {lookUp === null ? (
        <FormDate name="memberInfo.DOB" label="DOB" required days={daysOfBirth()} />
      ) : (
        <FormText name="memberInfo.DOB" label="DOB" required readOnly help="From the look-up" />
      )}
      <FormSelect name="memberInfo.gender" label="Gender" required options={GENDERS} />
      <FormPhone name="memberInfo.phone" label="Phone" required />
      <FormText name="memberInfo.email" label="Email" inputMode="email" />
      <FormSelect
        name="memberInfo.preferredLang"
        label="Preferred Language"
        options={LANGUAGES}
        emptyLabel="Not given"
        wide
      />
      <FormPhone name="memberInfo.ACPhone" label="Alternate Contact Phone" />
      <FormText name="memberInfo.ACEmail" label="Alternate Contact Email" inputMode="email" />
    </FormSection>
  );
}

/** Where the items go. The state decides which items are offered; a payor's members live in the payor's state. */
export function AddressSection({ form: { payor } }: SectionProps) {
  return (
    <FormSection title="Delivery address">
      <FormText name="memberInfo.address1" label="Address 1" required wide />
      <FormText name="memberInfo.address2" label="Address 2" wide />
      <FormText name="memberInfo.city" label="City" required />
      {payor === null ? (
        <FormState name="memberInfo.state" label="State" required help="Determines which items can be ordered" />
      ) : (
        <FormText name="memberInfo.state" label="State" required readOnly help={`Fixed for ${payor.name}`} />
      )}
      <FormText name="memberInfo.zip" label="Zip" required inputMode="numeric" help="5 digits or 5+4" />
    </FormSection>
  );
}

export function ClinicalSection() {
  return (
    <FormSection title="Clinical">
      <FormText
        name="memberInfo.height"
        label="Height"
        inputMode="decimal"
        help="Inches, 1 to 99, with two decimals at most"
      />
      <FormText
        name="memberInfo.weight"
        label="Weight"
        inputMode="decimal"
        help="Pounds, 1 to 2000, with two decimals at most"
      />
      <FormText name="memberInfo.allergies" label="Allergies" wide />
      <FormText name="memberInfo.diag" label="Diagnosis" wide rows={3} />
    </FormSection>
  );
}

/** A payor's form has the plan already and asks for the member's id only. */
export function InsuranceSection({ form: { payor, lookUp, asksForWaiver } }: SectionProps) {
  if (payor === null) return <InsuranceOfAnyKind asksForWaiver={asksForWaiver} />;
  return (
    <FormSection title="Insurance" about={`${payor.name}, Medicaid`}>
      {lookUp === null ? (
        <FormText name="insuranceInfo.medicaidId" label="Medicaid ID" required />
      ) : (
        <FormText name="insuranceInfo.medicaidId" label="Medicaid ID" required readOnly help="From the look-up" />
      )}
    </FormSection>
  );
}

/** At least one of three kinds; each chosen kind asks for its id, the first commercial plan for its name too. */
function InsuranceOfAnyKind({ asksForWaiver }: { readonly asksForWaiver: boolean }) {
  const { medicare, medicaid, commercial } = useWatch<OrderDraft, 'insuranceInfo.insuranceType'>({
    name: 'insuranceInfo.insuranceType',
  });
  return (
    <FormSection title="Insurance">
      <InsuranceTypeField />
      {medicaid ? <FormText name="insuranceInfo.medicaidId" label="Medicaid ID" required /> : null}
      {medicare ? <FormText name="insuranceInfo.medicareId" label="Medicare ID" required /> : null}
      {commercial ? (
        <>
          <FormText name="insuranceInfo.commIns1Name" label="Commercial Insurance 1 Name" required />
          <FormText name="insuranceInfo.commIns1Id" label="Commercial Insurance 1 ID" required />
          <FormText name="insuranceInfo.commIns2Name" label="Commercial Insurance 2 Name" />
          <FormText name="insuranceInfo.commIns2Id" label="Commercial Insurance 2 ID" />
        </>
      ) : null}
      {asksForWaiver ? <FormText name="insuranceInfo.waiverBenefits" label="Waiver Benefits" wide /> : null}
    </FormSection>
  );
}

/** Shown while the form or the cart requires it. */
export function BabySection({ form }: SectionProps) {
  const items = useWatch<OrderDraft, 'items'>({ name: 'items' });
  if (!asksForBaby(form, items)) return null;
  return (
    <FormSection
      title="Baby"
      {...(form.required.includes('baby') ? {} : { about: 'Required by an item in the order.' })}
    >
      <FormText name="babyInfo.firstName" label="First Name" />
      <FormText name="babyInfo.lastName" label="Last Name" />
      <FormDate name="babyInfo.dueDate" label="Due Date" required help="Or the date of birth" days={dueDays()} />
      <FormCheckbox name="babyInfo.nicu" label="Baby is in the NICU" />
    </FormSection>
  );
}

export function PhysicianSection({ form }: SectionProps) {
  const required = form.required.includes('physician');
  return (
    <FormSection title="Physician" {...(required ? {} : { about: 'Not required, but it saves the member a call.' })}>
      <FormText name="physicianInfo.firstName" label="First Name" required={required} />
      <FormText name="physicianInfo.lastName" label="Last Name" required={required} />
      <Npi />
      <FormText name="physicianInfo.email" label="Email" inputMode="email" />
      <FormPhone name="physicianInfo.phone" label="Phone" />
      <FormPhone name="physicianInfo.fax" label="Fax" />
    </FormSection>
  );
}

const DOUBTFUL_NPI = 'This is not a valid NPI. Please check it; you can still submit the order.';

/** Warns about a wrong check digit when the field is left; a physician without an NPI must not block an order. */
function Npi() {
  const npi = useWatch<OrderDraft, 'physicianInfo.NPI'>({ name: 'physicianInfo.NPI' }).trim();
  const { touchedFields } = useFormState<OrderDraft>({ name: 'physicianInfo.NPI' });
  const warning = touchedFields.physicianInfo?.NPI && npi !== '' && !isNpi(npi) ? DOUBTFUL_NPI : undefined;
  useEffect(() => {
    if (warning !== undefined) announce(warning);
  }, [warning]);
  return <FormText name="physicianInfo.NPI" label="NPI" inputMode="numeric" help="10 digits" warning={warning} />;
}

export function AdditionalInfoSection() {
  return (
    <FormSection title="Additional information">
      <FormText
        name="otherInfo"
        label="Additional Information"
        wide
        rows={3}

        help="Anything else the provider should know, 8000 characters at most"
      />
    </FormSection>
  );
}
