import type { OrderFormSection } from '@throughline/domain';
import type { ComponentType } from 'react';
import type { SectionProps } from './form-section.js';
import { AdditionalInfoSection } from './sections/additional-info-section.js';
import { AddressSection } from './sections/address-section.js';
import { AttachmentsSection } from './sections/attachments-section.js';
import { BabySection } from './sections/baby-section.js';
import { ClinicalSection } from './sections/clinical-section.js';
import { InsuranceSection } from './sections/insurance-section.js';
import { ItemsSection } from './sections/items-section.js';
import { MemberSection } from './sections/member-section.js';
import { PhysicianSection } from './sections/physician-section.js';
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

/** What the form's row names, from top to bottom. */
export function OrderSections({ form }: SectionProps) {
  return form.sections.map((name) => {
    const Section = SECTIONS[name];
    return <Section key={name} form={form} />;
  });
}
