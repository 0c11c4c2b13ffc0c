import { isNpi, type OrderFormSection } from '@throughline/domain';
import { asksForBaby, GENDERS, PREFERRED_LANGUAGES } from '@throughline/contracts';
import { type ComponentType, useEffect } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { announce } from '../../../ui/announcer.js';
import { daysOfBirth, dueDays } from '../../../ui/fields/date-field.js';
import {
  FormCheckbox,
  FormDate,
  FormPhone,
  FormSection,
  FormSelect,
  FormText,
  InsuranceTypeField,
  type SectionProps,
} from './form-fields.js';
import type { OrderDraft } from './order-draft.js';
import { AddressSection } from './sections/address-section.js';
import { AttachmentsSection } from './sections/attachments-section.js';
import { ItemsSection } from './sections/items-section.js';
import { ReferrerSection } from './sections/referrer-section.js';
import english from '../../../../texts/en/order-form.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';

const useTexts = textsOf('order-form', english);

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

export function MemberSection({ form: { lookUp } }: SectionProps) {
  const say = useTexts();
  const words = useWords();
  const choice = (value: string) => ({ value, label: words(value) });
  return (
    <FormSection title={say('member')}>
      <FormText name="memberInfo.firstName" label={say('firstName')} required />
      <FormText name="memberInfo.lastName" label={say('lastName')} required />
      {lookUp === null ? (
        <FormDate name="memberInfo.DOB" label={say('dob')} required days={daysOfBirth()} />
      ) : (
        <FormDate
          name="memberInfo.DOB"
          label={say('dob')}
          required
          readOnly
          help={say('fromLookUp')}
          days={daysOfBirth()}
        />
      )}
      <FormSelect name="memberInfo.gender" label={say('gender')} required options={GENDERS.map(choice)} />
      <FormPhone name="memberInfo.phone" label={say('phone')} required />
      <FormText name="memberInfo.email" label={say('email')} inputMode="email" />
      <FormSelect
        name="memberInfo.preferredLang"
        label={say('language')}
        options={PREFERRED_LANGUAGES.map(([language]) => choice(language))}
        emptyLabel={say('notGiven')}
        wide
      />
      <FormPhone name="memberInfo.ACPhone" label={say('otherPhone')} />
      <FormText name="memberInfo.ACEmail" label={say('otherEmail')} inputMode="email" />
    </FormSection>
  );
}

export function ClinicalSection() {
  const say = useTexts();
  return (
    <FormSection title={say('clinical')}>
      <FormText name="memberInfo.height" label={say('height')} inputMode="decimal" help={say('heightHelp')} />
      <FormText name="memberInfo.weight" label={say('weight')} inputMode="decimal" help={say('weightHelp')} />
      <FormText name="memberInfo.allergies" label={say('allergies')} wide />
      <FormText name="memberInfo.diag" label={say('diagnosis')} wide rows={3} />
    </FormSection>
  );
}

/** A payor's form has the plan already and asks for the member's id only. */
export function InsuranceSection({ form: { payor, lookUp, asksForWaiver } }: SectionProps) {
  const say = useTexts();
  if (payor === null) return <InsuranceOfAnyKind asksForWaiver={asksForWaiver} />;
  return (
    <FormSection title={say('insurance')} about={`${payor.name}, Medicaid`}>
      {lookUp === null ? (
        <FormText name="insuranceInfo.medicaidId" label={say('medicaidId')} required />
      ) : (
        <FormText
          name="insuranceInfo.medicaidId"
          label={say('medicaidId')}
          required
          readOnly
          help={say('fromLookUp')}
        />
      )}
    </FormSection>
  );
}

/** At least one of three kinds; each chosen kind asks for its id, the first commercial plan for its name too. */
function InsuranceOfAnyKind({ asksForWaiver }: { readonly asksForWaiver: boolean }) {
  const say = useTexts();
  const { medicare, medicaid, commercial } = useWatch<OrderDraft, 'insuranceInfo.insuranceType'>({
    name: 'insuranceInfo.insuranceType',
  });
  return (
    <FormSection title={say('insurance')}>
      <InsuranceTypeField />
      {medicaid ? <FormText name="insuranceInfo.medicaidId" label={say('medicaidId')} required /> : null}
      {medicare ? <FormText name="insuranceInfo.medicareId" label={say('medicareId')} required /> : null}
      {commercial ? (
        <>
          <FormText name="insuranceInfo.commIns1Name" label={say('planName')} required />
          <FormText name="insuranceInfo.commIns1Id" label={say('planId')} required />
          <FormText name="insuranceInfo.commIns2Name" label={say('secondName')} />
          <FormText name="insuranceInfo.commIns2Id" label={say('secondId')} />
        </>
      ) : null}
      {asksForWaiver ? <FormText name="insuranceInfo.waiverBenefits" label={say('waiver')} wide /> : null}
    </FormSection>
  );
}

/** Shown while the form or the cart requires it. */
export function BabySection({ form }: SectionProps) {
  const say = useTexts();
  const items = useWatch<OrderDraft, 'items'>({ name: 'items' });
  if (!asksForBaby(form, items)) return null;
  return (
    <FormSection title={say('baby')} {...(form.required.includes('baby') ? {} : { about: say('babyAbout') })}>
      <FormText name="babyInfo.firstName" label={say('firstName')} />
      <FormText name="babyInfo.lastName" label={say('lastName')} />
      <FormDate name="babyInfo.dueDate" label={say('dueDate')} required help={say('dueHelp')} days={dueDays()} />
      <FormCheckbox name="babyInfo.nicu" label={say('nicu')} />
    </FormSection>
  );
}

export function PhysicianSection({ form }: SectionProps) {
  const say = useTexts();
  const required = form.required.includes('physician');
  return (
    <FormSection title={say('physician')} {...(required ? {} : { about: say('physicianAbout') })}>
      <FormText name="physicianInfo.firstName" label={say('firstName')} required={required} />
      <FormText name="physicianInfo.lastName" label={say('lastName')} required={required} />
      <Npi />
      <FormText name="physicianInfo.email" label={say('email')} inputMode="email" />
      <FormPhone name="physicianInfo.phone" label={say('phone')} />
      <FormPhone name="physicianInfo.fax" label={say('fax')} />
    </FormSection>
  );
}

/** Warns about a wrong check digit when the field is left; a physician without an NPI must not block an order. */
function Npi() {
  const say = useTexts();
  const npi = useWatch<OrderDraft, 'physicianInfo.NPI'>({ name: 'physicianInfo.NPI' }).trim();
  const { touchedFields } = useFormState<OrderDraft>({ name: 'physicianInfo.NPI' });
  const warning = touchedFields.physicianInfo?.NPI && npi !== '' && !isNpi(npi) ? say('doubtfulNpi') : undefined;
  useEffect(() => {
    if (warning !== undefined) announce(warning);
  }, [warning]);
  return (
    <FormText name="physicianInfo.NPI" label={say('npi')} inputMode="numeric" help={say('npiHelp')} warning={warning} />
  );
}

export function AdditionalInfoSection() {
  const say = useTexts();
  return (
    <FormSection title={say('additional')}>
      <FormText name="otherInfo" label={say('otherInfo')} wide rows={3} help={say('otherHelp')} />
    </FormSection>
  );
}
