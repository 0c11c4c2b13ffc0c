import type { LookUpProof } from '@throughline/contracts';
import type { KnownOrderForm, OrderForm as OrderFormRow } from '@throughline/domain';
import { Box, Stack } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAtomValue, useSetAtom } from 'jotai';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form';
import { credentials } from '../../../api/credentials.js';
import { reconnectLive } from '../../../live/live.js';
import { signInOpenAtom, userAtom } from '../../../session/session.js';
import { ErrorSummary, type SummaryFault } from '../../../ui/error-summary.js';
import { itemsQuery } from '../api/list-items.js';
import type { Attachments } from '../attachments/use-attachments.js';
import { useOrderAttachments } from './attachments-context.js';
import { CartPanel } from './cart-panel.js';
import { notOffered, stateNamed } from './cart.js';
import { DraftNotices } from './draft-notices.js';
import { NOBODY } from './draft-storage.js';
import { fieldId } from './form-fields.js';
import { inScreenOrder, showField, summaryOf } from './faults.js';
import { nextDraft, type OrderDraft } from './order-draft.js';
import { OrderSections } from './order-sections.js';
import { type Outcome, ResultDialog } from './result-dialog.js';
import { useDraftKeeping } from './use-draft.js';
import { unansweredOrder, unlessSentElsewhere } from './unanswered-order.js';
import { useOrderSubmission } from './use-order-submission.js';
import { asFieldErrors, type Fault, faultsAtSubmit, orderResolver, parseOrder } from './validate-order.js';

interface OrderFormProps {
  readonly of: KnownOrderForm;
  readonly initial: OrderDraft;
  /** Whose draft it is. */
  readonly owner: string;
  /** What the look-up gave; null on a form without one. */
  readonly proof: LookUpProof | null;
  /** The draft that it begins with; null: none. */
  readonly restored: OrderDraft | null;
  /** Begins again with the draft that is kept by then. */
  readonly onBegin: () => void;
  /** The person has read that the order was recorded, and stays. */
  readonly onAnother: () => void;
  readonly contactEmail: string;
}

/** An order by the form's row: sections on the left, what is ordered on the right; below 1000 px one column. */
export function OrderForm({ of, initial, owner, proof, onAnother, contactEmail, ...draftOf }: OrderFormProps) {
  const queries = useQueryClient();
  const offerIn = (state: string) => queries.getQueryData(itemsQuery(of, state).queryKey);
  const form = useForm<OrderDraft>({
    defaultValues: initial,
    resolver: orderResolver(of, offerIn),
    mode: 'onTouched',
    shouldFocusError: false,
  });
  const [faults, setFaults] = useState<readonly SummaryFault[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [isSent, setSent] = useState(false);
  const attachments = useOrderAttachments();
  const draft = useDraftKeeping(form, of, owner);
  const isSessionLost = useAtomValue(userAtom) === null && owner !== NOBODY;
  const openSignIn = useSetAtom(signInOpenAtom);
  const [keeper] = useState(() => unlessSentElsewhere(unansweredOrder(localStorage, of, owner), draft.isGone));
  const submission = useOrderSubmission({
    keeper,
    onSecond: draft.keepThis,
    onRecorded: (referralId, named) => {
      if (credentials().accessToken() === null) reconnectLive();
      attachments.forgetRefusals();
      attachments.queue.sendTo(referralId, named);
      form.reset(nextDraft(of, form.getValues()));
      draft.forget();
      setSent(true);
      setFaults([]);
    },
    onFieldErrors: (errors) => showFaults(Object.entries(errors).map(([path, message]) => ({ path, message }))),
  });

  function showFaults(unordered: readonly Fault[]): void {
    const found = inScreenOrder(unordered);
    setFaults(summaryOf(found, form.getValues('items')));
    for (const [name, error] of Object.entries(asFieldErrors(found)))
      form.setError(name as keyof OrderDraft, error as never);
    setAttempt((before) => before + 1);
    const [first] = found;
    if (first !== undefined) requestAnimationFrame(() => showField(fieldId(first.path)));
  }

  const trySend = () => {
    const draft = form.getValues();
    const found = faultsAtSubmit(of, draft, offerIn);
    if (draft.items.length === 0) submission.sayNoItems(of.emptyCart);
    if (found.length > 0) return showFaults(found);
    setFaults([]);
    // Not sent as a visitor's, which would not be among their referrals.
    if (isSessionLost) return openSignIn(true);
    submission.send({ ...parseOrder(of, draft), ...proof, ...namesOf(attachments) });
  };
  const submit = form.handleSubmit(trySend, trySend);

  return (
    <FormProvider {...form}>
      <DraftNotices of={of} owner={owner} draft={draft} {...draftOf} {...(isSent && { restored: null })} />
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
          <ErrorSummary faults={faults} attempt={attempt} />
          <OrderSections form={of} />
        </Stack>
        <Box sx={{ position: { md: 'sticky' }, top: { md: 72 } }}>
          <Cart form={of} faults={faults} />
        </Box>
      </Box>
      <ResultDialog
        outcome={submission.outcome}
        contactEmail={contactEmail}
        onRetry={submission.retry}
        onSendAnyway={submission.sendAnyway}
        notEligible={of.lookUp?.notEligible ?? null}
        onClose={() => {
          if (submission.outcome?.kind === 'recorded') attachments.queue.clear();
          submission.close();
          if (submission.outcome?.kind === 'recorded' || isLookUpOver(submission.outcome)) onAnother();
          const [first] = faults;
          if (submission.outcome?.kind === 'no-items' && first) requestAnimationFrame(() => showField(first.id));
        }}
      />
    </FormProvider>
  );
}

/** The ticket was used or is too old: without another look-up the order will be refused again. */
const isLookUpOver = (outcome: Outcome | null): boolean => outcome?.kind === 'failed' && outcome.lookUpAgain;

/** The order says what comes with it: its document is made before the files are there. */
function namesOf({ queue }: Attachments): { attachments?: string[] } {
  const names = queue.files().map(({ file }) => file.name);
  return names.length === 0 ? {} : { attachments: names };
}

/** In a form this long Enter in a field is a slip, and an order cannot be taken back: only the button submits. */
function keepEnterFromSubmitting(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

interface CartProps {
  readonly form: OrderFormRow;
  readonly faults: readonly SummaryFault[];
}

function Cart({ form, faults }: CartProps) {
  const items = useWatch<OrderDraft, 'items'>({ name: 'items' });
  const state = useWatch<OrderDraft, 'memberInfo.state'>({ name: 'memberInfo.state' });
  const { data: offered } = useQuery(itemsQuery(form, state));
  const unavailable = notOffered(items, offered);
  const { trigger, formState } = useFormContext<OrderDraft>();
  // What a submit said of a line is taken back where the member's new state has it.
  const { isSubmitted } = formState;
  useEffect(() => {
    if (isSubmitted) void trigger('items');
  }, [isSubmitted, trigger, unavailable.length]);
  return (
    <CartPanel
      form={form}
      unavailable={unavailable}
      stateName={stateNamed(state)}
      faultCount={faults.length}
      onShowFaults={() => faults[0] && showField(faults[0].id)}
    />
  );
}
