import { correctReferralBody, type ReferralDetail, type RequestOf } from '@throughline/contracts';
import type { OrderForm } from '@throughline/domain';
import { useQueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { isAbout } from '../../../correction/corrected-since.js';
import { CorrectionDialog, useCorrection } from '../../../correction/correction-dialog.js';
import type { Fault } from '../../../ui/fields/field-faults.js';
import type { SectionProps } from '../order-form/sections/form-section.js';
import type { OrderDraft } from '../order-form/order-draft.js';
import { summaryOf } from '../order-form/order-faults.js';
import {
  AdditionalInfoSection,
  BabySection,
  ClinicalSection,
  InsuranceSection,
  MemberSection,
  PhysicianSection,
} from '../order-form/order-sections.js';
import { AddressSection } from '../order-form/sections/address-section.js';
import { ReferrerSection } from '../order-form/sections/referrer-section.js';
import { referralQuery } from '../queries.js';
import headings from '../../../../texts/en/order-form.json' with { type: 'json' };
import { type CorrectableSection, correctionForm, draftOf, sectionValues } from './correction-draft.js';

const FIELDS: Readonly<Record<CorrectableSection, readonly ComponentType<SectionProps>[]>> = {
  Referrer: [ReferrerSection],
  Member: [MemberSection, AddressSection, ClinicalSection],
  Physician: [PhysicianSection],
  Insurance: [InsuranceSection],
  Baby: [BabySection],
  Other: [AdditionalInfoSection],
};

interface CorrectSectionProps {
  readonly section: CorrectableSection;
  /** The referral as it was when the dialog was opened. */
  readonly referral: ReferralDetail;
  /** The referral as it is now. */
  readonly latest: ReferralDetail;
  readonly onClose: () => void;
}

type Body = RequestOf<'POST /referrals/update'>['body'];

/** Corrects one section of an order with the fields of the order form. */
export function CorrectSection({ section, referral: opened, latest, onClose }: CorrectSectionProps) {
  const { referralId } = opened;
  const { bodyOf, ...correction } = useSectionCorrection(section, opened);
  const row: OrderForm = correctionForm(correction.seen);
  return (
    <CorrectionDialog
      endpoint="POST /referrals/update"
      request={(draft) => ({ body: bodyOf(draft, correction.seen) })}
      doneWords={`${section} corrected`}
      reads={[referralQuery(referralId).queryKey]}
      title={`Correct ${TITLES[section]}`}
      about="The referrer sees the corrected values; what was there before stays in the history."
      correction={correction}
      summaryOf={(faults) => summaryOf(faults, [], (part) => headings[part])}
      corrected={{
        caseId: referralId,
        seen: correction.seen.corrections ?? 0,
        present: latest.corrections ?? 0,
        isOfDialog: isAbout(section),
      }}
      onClose={onClose}
    >
      {FIELDS[section].map((Fields, index) => (
        <Fields key={index} form={row} />
      ))}
    </CorrectionDialog>
  );
}

/** The form of a section, and its request. */
function useSectionCorrection(section: CorrectableSection, opened: ReferralDetail) {
  const queries = useQueryClient();
  const { referralId } = opened;
  const bodyOf = (draft: OrderDraft, seen: ReferralDetail): Body => ({
    referralId,
    ...sectionValues(section, draft),
    parentId: seen.corrections ?? 0,
  });
  const correction = useCorrection({
    opened,
    draftOf,
    faultsOf: (draft) => faultsOf(bodyOf(draft, opened)),
    reread: () => {
      const { queryKey, queryFn } = referralQuery(referralId);
      return queries.fetchQuery({ queryKey, queryFn: queryFn!, staleTime: 0 });
    },
  });
  return { ...correction, bodyOf };
}

const TITLES: Readonly<Record<CorrectableSection, string>> = {
  Referrer: 'referrer',
  Member: 'member',
  Physician: 'physician',
  Insurance: 'insurance',
  Baby: 'baby',
  Other: 'additional information',
};

const faultsOf = (body: Body): readonly Fault[] =>
  (correctReferralBody.safeParse(body).error?.issues ?? []).map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }));
