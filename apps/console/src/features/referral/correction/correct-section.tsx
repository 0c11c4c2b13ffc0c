import { correctReferralBody, type ReferralDetail, type RequestOf } from '@throughline/contracts';
import type { OrderForm } from '@throughline/domain';
import { Stack } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { FormProvider, type Resolver, useForm } from 'react-hook-form';
import { ApiError } from '../../../api/api-error.js';
import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import { ErrorSummary, type SummaryFault } from '../../../ui/error-summary.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { asFieldErrors, inScreenOrder, showField, summaryOf } from '../order-form/order-faults.js';
import type { Fault } from '../order-form/validate-order.js';
import { fieldId, type SectionProps } from '../order-form/form-fields.js';
import type { OrderDraft } from '../order-form/order-draft.js';
import {
  AdditionalInfoSection,
  AddressSection,
  BabySection,
  ClinicalSection,
  InsuranceSection,
  MemberSection,
  PhysicianSection,
} from '../order-form/order-sections.js';
import { ReferrerSection } from '../order-form/sections/referrer-section.js';
import { referralQuery } from '../queries.js';
import { type CorrectableSection, correctionForm, draftOf, PARTS } from './correction-draft.js';

const FIELDS: Readonly<Record<CorrectableSection, readonly ComponentType<SectionProps>[]>> = {
  Referrer: [ReferrerSection],
  Member: [MemberSection, AddressSection, ClinicalSection],
  Physician: [PhysicianSection],
  Insurance: [InsuranceSection],
  Baby: [BabySection],
  Other: [AdditionalInfoSection],
};

export const CHANGED_MEANWHILE = 'referral/changed-meanwhile';

interface CorrectSectionProps {
  readonly section: CorrectableSection;
  /** As it was when the dialog was opened: what the person saw. */
  readonly referral: ReferralDetail;
  readonly onClose: () => void;
}

type Body = RequestOf<'POST /referrals/update'>['body'];

/**
 * Corrects one section of an order by the fields of the order form. If another person has corrected the same fields meanwhile, their changes
 * are shown beside the fields, what was typed stays, and fields that were not touched take the new values.
 */
export function CorrectSection({ section, referral: opened, onClose }: CorrectSectionProps) {
  const queries = useQueryClient();
  const [referral, setReferral] = useState(opened);
  const [faults, setFaults] = useState<readonly SummaryFault[]>([]);
  const [attempt, setAttempt] = useState(0);
  const bodyOf = (draft: OrderDraft): Body => ({
    referralId: referral.referralId,
    ...Object.fromEntries(PARTS[section].map((part) => [part, draft[part]])),
    parentId: referral.corrections ?? 0,
  });
  const form = useForm<OrderDraft>({
    defaultValues: draftOf(opened),
    resolver: resolverOf(bodyOf),
    mode: 'onTouched',
    shouldFocusError: false,
  });
  const correct = useCommand('POST /referrals/update', {
    onSuccess: async () => {
      toast(`${section} corrected`);
      onClose();
      await queries.invalidateQueries(referralQuery(referral.referralId));
    },
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.errors === null) return;
      if (error.code === CHANGED_MEANWHILE) await takeWhatIsNew();
      const found = Object.entries(error.errors).map(([path, message]) => ({ path, message }));
      for (const { path, message } of found) form.setError(path as keyof OrderDraft, { type: 'refused', message });
      show(found);
    },
  });
  const takeWhatIsNew = async () => {
    const { queryKey, queryFn } = referralQuery(referral.referralId);
    const latest = await queries.fetchQuery({ queryKey, queryFn: queryFn!, staleTime: 0 });
    setReferral(latest);
    form.reset(draftOf(latest), { keepDirtyValues: true });
  };
  function show(unordered: readonly Fault[]): void {
    const found = inScreenOrder(unordered);
    setFaults(summaryOf(found, []));
    setAttempt((before) => before + 1);
    const [first] = found;
    if (first) requestAnimationFrame(() => showField(fieldId(first.path)));
  }
  const submit = form.handleSubmit(
    (draft) => {
      setFaults([]);
      correct.mutate({ body: bodyOf(draft) });
    },
    () => show(faultsOf(bodyOf(form.getValues()))),
  );
  const collided = correct.error instanceof ApiError && correct.error.code === CHANGED_MEANWHILE;
  const row: OrderForm = correctionForm(referral);
  return (
    <FormDialog
      open
      title={`Correct ${TITLES[section]}`}
      about="The referrer sees the corrected values; what was there before stays in the history."
      submitLabel="Save correction"
      dirty={form.formState.isDirty}
      busy={correct.isPending}
      error={correct.error}
      errorTitle={collided ? 'Another person was faster' : 'The correction was not saved'}
      onClose={onClose}
      onSubmit={submit}
    >
      <FormProvider {...form}>
        <Stack sx={{ gap: 4, mt: correct.error ? 2 : 0 }}>
          <ErrorSummary faults={faults} attempt={attempt} />
          {FIELDS[section].map((Fields, index) => (
            <Fields key={index} form={row} />
          ))}
        </Stack>
      </FormProvider>
    </FormDialog>
  );
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

const resolverOf =
  (bodyOf: (draft: OrderDraft) => Body): Resolver<OrderDraft> =>
  (draft) => {
    const faults = faultsOf(bodyOf(draft));
    if (faults.length === 0) return { values: draft, errors: {} };
    return { values: {}, errors: asFieldErrors(faults) };
  };
