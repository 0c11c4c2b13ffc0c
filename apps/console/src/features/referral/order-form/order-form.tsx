import { type ItemsByCategory, US_STATES } from '@throughline/contracts';
import { Box, Stack } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { ErrorSummary } from '../../../ui/error-summary.js';
import { companiesQuery, sourcesQuery } from '../api/list-choices.js';
import { listItems } from '../api/list-items.js';
import { CartPanel } from './cart-panel.js';
import { notOffered } from './cart.js';
import { clearDraft } from './draft-storage.js';
import { inScreenOrder, showField, summaryOf } from './faults.js';
import { nextDraft, type OrderDraft } from './order-draft.js';
import { ResultDialog } from './result-dialog.js';
import { AdditionalInfoSection } from './sections/additional-info-section.js';
import { AddressSection } from './sections/address-section.js';
import { BabySection } from './sections/baby-section.js';
import { ClinicalSection } from './sections/clinical-section.js';
import { InsuranceSection } from './sections/insurance-section.js';
import { ItemsSection } from './sections/items-section.js';
import { MemberSection } from './sections/member-section.js';
import { PhysicianSection } from './sections/physician-section.js';
import { ReferrerSection } from './sections/referrer-section.js';
import { useDraftKeeping } from './use-draft.js';
import { useOrderSubmission } from './use-order-submission.js';
import { asFieldErrors, type Fault, faultsOf, orderResolver, parseOrder } from './validate-order.js';

interface OrderFormProps {
  readonly initial: OrderDraft;
  /** Whose draft it is. */
  readonly owner: string;
  readonly onRecorded: () => void;
  readonly contactEmail: string;
  readonly announce: (message: string) => void;
}

/** The general order: sections on the left, what is ordered on the right; below 1000 px one column. */
export function OrderForm({ initial, owner, onRecorded, contactEmail, announce }: OrderFormProps) {
  const form = useForm<OrderDraft>({
    defaultValues: initial,
    resolver: orderResolver,
    mode: 'onTouched',
    shouldFocusError: false,
  });
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const [attempt, setAttempt] = useState(0);
  const draft = useDraftKeeping(form, owner);
  const submission = useOrderSubmission({
    onRecorded: () => {
      form.reset(nextDraft(form.getValues()));
      draft.forget();
      clearDraft(localStorage, owner);
      setFaults([]);
      onRecorded();
    },
    onFieldErrors: (errors) => showFaults(Object.entries(errors).map(([path, message]) => ({ path, message }))),
  });

  const state = useWatch({ control: form.control, name: 'memberInfo.state' });
  const offer = useQuery({
    queryKey: ['items', state],
    queryFn: ({ signal }) => listItems({ state }, signal),
    enabled: state !== '',
  });
  const sources = useQuery(sourcesQuery);
  const companies = useQuery(companiesQuery);

  function showFaults(unordered: readonly Fault[]): void {
    const found = inScreenOrder(unordered);
    setFaults(found);
    for (const [name, error] of Object.entries(asFieldErrors(found)))
      form.setError(name as keyof OrderDraft, error as never);
    setAttempt((before) => before + 1);
    const [first] = found;
    if (first !== undefined) requestAnimationFrame(() => showField(first.path));
  }

  const submit = form.handleSubmit(
    () => {
      setFaults([]);
      submission.send(parseOrder(form.getValues()));
    },
    () => {
      const found = faultsOf(form.getValues());
      if (form.getValues('items').length === 0) submission.sayNoItems();
      showFaults(found);
    },
  );

  return (
    <FormProvider {...form}>
      <Box
        component="form"
        noValidate
        aria-label="Referral order"
        onSubmit={(event) => void submit(event)}
        onKeyDown={keepEnterFromSubmitting}
        sx={{
          display: 'grid',
          gap: 4,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 360px' },
        }}
      >
        <Stack sx={{ gap: 5, minWidth: 0 }}>
          <ErrorSummary faults={summaryOf(faults)} attempt={attempt} />
          <ReferrerSection
            sources={
              sources.data?.map(({ sourceName }) => sourceName) ?? [form.getValues('referralInfo.referralSource')]
            }
            companies={companies.data?.map(({ name }) => name) ?? []}
            companiesFailure={companies.error === null ? null : `Error Loading Companies: ${companies.error.message}`}
          />
          <MemberSection />
          <AddressSection />
          <ClinicalSection />
          <InsuranceSection />
          <ItemsSection
            offered={offer.data}
            failure={offer.error?.message ?? null}
            onRetry={() => void offer.refetch()}
            announce={announce}
          />
          <BabySection />
          <PhysicianSection />
          <AdditionalInfoSection />
        </Stack>
        <Box sx={{ position: { md: 'sticky' }, top: { md: 72 } }}>
          <Cart offered={offer.data} state={state} faults={faults} />
        </Box>
      </Box>
      <ResultDialog
        outcome={submission.outcome}
        contactEmail={contactEmail}
        onRetry={() => void submission.retry()}
        onClose={() => {
          submission.close();
          const [first] = faults;
          if (submission.outcome?.kind === 'no-items' && first) requestAnimationFrame(() => showField(first.path));
        }}
      />
    </FormProvider>
  );
}

/** In a form this long Enter in a field is a slip, and an order cannot be taken back: only the button submits. */
function keepEnterFromSubmitting(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

interface CartProps {
  readonly offered: ItemsByCategory | undefined;
  readonly state: string;
  readonly faults: readonly Fault[];
}

function Cart({ offered, state, faults }: CartProps) {
  const items = useWatch<OrderDraft, 'items'>({ name: 'items' });
  return (
    <CartPanel
      unavailable={notOffered(items, offered)}
      stateName={US_STATES[state as keyof typeof US_STATES] ?? state}
      faultCount={faults.length}
      onShowFaults={() => faults[0] && showField(faults[0].path)}
    />
  );
}
