import { isNpi, type OrderFormSection } from '@throughline/domain';
import { asksForBaby, GENDERS, inchesOf, PREFERRED_LANGUAGES } from '@throughline/contracts';
import { Typography } from '@mui/material';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { get, useFormState, useWatch } from 'react-hook-form';
import { announce } from '../../../ui/announcer.js';
import { daysOfBirth, dueDays } from '../../../ui/fields/date/date-field.js';
import { FormCheckbox, FormDate, FormPhone, FormSelect, FormText, InsuranceTypeField } from './form-fields.js';
import { useOrderAttachments } from '../attachments/use-attachments.js';
import { FoldedSection, FormSection, type SectionProps, useFold } from './sections/form-section.js';
import { isTyped, type OrderDraft } from './order-draft.js';
import { FIELDS_OF, type FoldableSection, isFoldable } from './order-faults.js';
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
  /** How many sections to render, from the top. */
  readonly count: number;
}

/** The sections that the form definition names, from top to bottom. */
export function OrderSections({ form, count }: OrderSectionsProps) {
  return form.sections.slice(0, count).map((name) => {
    const Section = SECTIONS[name];
    const section = <Section key={name} form={form} />;
    if (!isFoldable(form, name)) return section;
    return (
      <OptionalSection key={name} section={name}>
        {section}
      </OptionalSection>
    );
  });
}

/** A section that no order needs: one line, until it is opened, or has a value or a fault. */
function OptionalSection({ section, children }: { readonly section: FoldableSection; readonly children: ReactNode }) {
  const t = useTexts();
  const name = FIELDS_OF[section];
  const values = useWatch<OrderDraft>({ name });
  const { errors } = useFormState<OrderDraft>({ name });
  const { files, refusals } = useOrderAttachments();
  const hasFiles = section === 'attachments' && files.length + refusals.length > 0;
  const isWanted = hasFiles || isTyped(values) || name.some((path) => get(errors, path) !== undefined);
  const { isFolded, open, unfold } = useFold(section, true, isWanted);
  if (!isFolded) return children;
  return (
    <FoldedSection
      section={section}
      title={t(section)}
      action={t('open')}
      actionName={t('openSection', { title: t(section) })}
      onOpen={unfold}
      onDragEnter={section === 'attachments' ? open : undefined}
    >
      <Typography variant="body2" color="textSecondary">
        {t(PURPOSES[section])}
      </Typography>
    </FoldedSection>
  );
}

/** What the optional sections are for. */
const PURPOSES = {
  clinical: 'clinicalPurpose',
  physician: 'physicianAbout',
  attachments: 'attachmentsPurpose',
  additional: 'additionalPurpose',
} as const satisfies Readonly<Record<FoldableSection, string>>;

export function MemberSection({ form: { lookUp } }: SectionProps) {
  const t = useTexts();
  const words = useWords();
  // The fields that the referrer has filled in are then not asked for again.
  const isReferrer = useWatch<OrderDraft, 'isMember'>({ name: 'isMember' }) && lookUp !== null;
  const choice = (value: string) => ({ value, label: words(value) });
  return (
    <FormSection section="member" title={t('member')} {...(isReferrer && { about: t('asReferrer') })}>
      {isReferrer ? null : (
        <>
          <FormText name="memberInfo.firstName" label={t('firstName')} required />
          <FormText name="memberInfo.lastName" label={t('lastName')} required />
        </>
      )}
      {lookUp === null ? (
        <FormDate name="memberInfo.DOB" label={t('dob')} required days={daysOfBirth()} />
      ) : (
        <FormDate
          name="memberInfo.DOB"
          label={t('dob')}
          required
          readOnly
          help={t('fromLookUp')}
          days={daysOfBirth()}
        />
      )}
      <FormSelect name="memberInfo.gender" label={t('gender')} required options={GENDERS.map(choice)} />
      {isReferrer ? null : (
        <>
          <FormPhone name="memberInfo.phone" label={t('phone')} required />
          <FormText name="memberInfo.email" label={t('email')} inputMode="email" />
        </>
      )}
      <FormSelect
        name="memberInfo.preferredLang"
        label={t('language')}
        options={PREFERRED_LANGUAGES.map(([language]) => choice(language))}
        emptyLabel={t('notGiven')}
        wide
      />
      <FormPhone name="memberInfo.ACPhone" label={t('otherPhone')} />
      <FormText name="memberInfo.ACEmail" label={t('otherEmail')} inputMode="email" />
    </FormSection>
  );
}

export function ClinicalSection() {
  const t = useTexts();
  return (
    <FormSection section="clinical" title={t('clinical')}>
      <FormText name="memberInfo.height" label={t('height')} help={t('heightHelp')} tidy={inchesOf} />
      <FormText name="memberInfo.weight" label={t('weight')} inputMode="decimal" help={t('weightHelp')} />
      <FormText name="memberInfo.allergies" label={t('allergies')} wide />
      <FormText name="memberInfo.diag" label={t('diagnosis')} wide rows={3} />
    </FormSection>
  );
}

/** The insurance. A payor's form knows the plan, and asks only for the member's id. */
export function InsuranceSection({ form: { payor, lookUp, asksForWaiver } }: SectionProps) {
  const t = useTexts();
  if (payor === null) return <InsuranceOfAnyKind asksForWaiver={asksForWaiver} />;
  return (
    <FormSection section="insurance" title={t('insurance')} about={`${payor.name}, Medicaid`}>
      {lookUp === null ? (
        <FormText name="insuranceInfo.medicaidId" label={t('medicaidId')} required />
      ) : (
        <FormText name="insuranceInfo.medicaidId" label={t('medicaidId')} required readOnly help={t('fromLookUp')} />
      )}
    </FormSection>
  );
}

/** At least one of three kinds. Each chosen kind asks for its id, and the first commercial plan also for its name. */
function InsuranceOfAnyKind({ asksForWaiver }: { readonly asksForWaiver: boolean }) {
  const t = useTexts();
  const { medicare, medicaid, commercial } = useWatch<OrderDraft, 'insuranceInfo.insuranceType'>({
    name: 'insuranceInfo.insuranceType',
  });
  return (
    <FormSection section="insurance" title={t('insurance')}>
      <InsuranceTypeField />
      {medicaid ? <FormText name="insuranceInfo.medicaidId" label={t('medicaidId')} required /> : null}
      {medicare ? <FormText name="insuranceInfo.medicareId" label={t('medicareId')} required /> : null}
      {commercial ? (
        <>
          <FormText name="insuranceInfo.commIns1Name" label={t('planName')} required />
          <FormText name="insuranceInfo.commIns1Id" label={t('planId')} required />
          <FormText name="insuranceInfo.commIns2Name" label={t('secondName')} />
          <FormText name="insuranceInfo.commIns2Id" label={t('secondId')} />
        </>
      ) : null}
      {asksForWaiver ? <FormText name="insuranceInfo.waiverBenefits" label={t('waiver')} wide /> : null}
    </FormSection>
  );
}

/** The baby, if the form or an item in the cart requires it. */
export function BabySection({ form }: SectionProps) {
  const t = useTexts();
  const items = useWatch<OrderDraft, 'items'>({ name: 'items' });
  if (!asksForBaby(form, items)) return null;
  return (
    <FormSection
      section="baby"
      title={t('baby')}
      {...(form.required.includes('baby') ? {} : { about: t('babyAbout') })}
    >
      <FormText name="babyInfo.firstName" label={t('firstName')} />
      <FormText name="babyInfo.lastName" label={t('lastName')} />
      <FormDate name="babyInfo.dueDate" label={t('dueDate')} required help={t('dueHelp')} days={dueDays()} />
      <FormCheckbox name="babyInfo.nicu" label={t('nicu')} />
    </FormSection>
  );
}

export function PhysicianSection({ form }: SectionProps) {
  const t = useTexts();
  const required = form.required.includes('physician');
  return (
    <FormSection section="physician" title={t('physician')} {...(required ? {} : { about: t('physicianAbout') })}>
      <FormText name="physicianInfo.firstName" label={t('firstName')} required={required} />
      <FormText name="physicianInfo.lastName" label={t('lastName')} required={required} />
      <Npi />
      <FormText name="physicianInfo.email" label={t('email')} inputMode="email" />
      <FormPhone name="physicianInfo.phone" label={t('phone')} />
      <FormPhone name="physicianInfo.fax" label={t('fax')} />
    </FormSection>
  );
}

/** Warns about a wrong check digit when the field is left. It is no error, because a physician without an NPI must not block an order. */
function Npi() {
  const t = useTexts();
  const npi = useWatch<OrderDraft, 'physicianInfo.NPI'>({ name: 'physicianInfo.NPI' }).trim();
  const { touchedFields } = useFormState<OrderDraft>({ name: 'physicianInfo.NPI' });
  const warning = touchedFields.physicianInfo?.NPI && npi !== '' && !isNpi(npi) ? t('doubtfulNpi') : undefined;
  useEffect(() => {
    if (warning !== undefined) announce(warning);
  }, [warning]);
  return (
    <FormText name="physicianInfo.NPI" label={t('npi')} inputMode="numeric" help={t('npiHelp')} warning={warning} />
  );
}

export function AdditionalInfoSection() {
  const t = useTexts();
  return (
    <FormSection section="additional" title={t('additional')}>
      <FormText name="otherInfo" label={t('otherInfo')} wide rows={3} help={t('otherHelp')} />
    </FormSection>
  );
}
