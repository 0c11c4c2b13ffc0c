import type { LookUpProof } from '@throughline/contracts';
import type { KnownOrderForm } from '@throughline/domain';
import { Box, Stack } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useAtomValue, useSetAtom } from 'jotai';
import { type KeyboardEvent, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FormProvider, useForm } from 'react-hook-form';
import { credentials } from '../../../api/credentials.js';
import { reconnectLive } from '../../../live/follow-live.js';
import { signInOpenAtom, userAtom } from '../../../session/session.js';
import { type Fault, fieldId, inScreenOrder, showField } from '../../../ui/fields/field-faults.js';
import { onceAtRest } from '../../../ui/page/at-rest.js';
import { onDemand, toastNotLoaded } from '../../../ui/page/on-demand.js';
import { itemsQuery, offeredSomewhereQuery } from '../queries.js';
import { ATTACHMENTS_ID, namesOf, useOrderAttachments } from '../attachments/use-attachments.js';
import { DraftNotices } from './draft-notices.js';
import { asFieldErrors } from './order-faults.js';
import { BESIDE } from './cart-panel.js';
import { Cart, LeftToFixBar, OpenFaults } from './left-to-fix.js';
import { type CartLine, nextDraft, type OrderDraft } from './order-draft.js';
import { idsOf } from './cart.js';
import { OrderSections } from './order-sections.js';
import { loadOrderRules, orderResolver, type OrderRules } from './order-faults.js';
import { isLookUpOver, useOrderSubmission } from '../submission/use-order-submission.js';
import { loadResultDialog, OrderResult } from '../submission/order-result.js';
import { NOBODY } from '../../../session/storage/stored.js';
import { useDraftKeeping, useLossByLogOut } from './draft-keeping.js';
import { preloadItemPicker } from './sections/items-section.js';
import { sameOrderCheck, unansweredOrder } from '../submission/unanswered-order.js';
import english from '../../../../texts/en/order-form.json' with { type: 'json' };
import { shownLanguage, textsOf } from '../../../language/language.js';
import { siteStorage } from '../../../session/storage/browser-storage.js';

const useTexts = textsOf('order-form', english);

const SectionStandings = onDemand(async () => (await import('./sections/section-standings.js')).SectionStandings);

const UntouchedStandings = onDemand(async () => (await import('./sections/untouched-standings.js')).UntouchedStandings);

interface OrderFormProps {
  readonly of: KnownOrderForm;
  readonly initial: OrderDraft;
  readonly owner: string;
  /** The result of the look-up; null on a form without one. */
  readonly proof: LookUpProof | null;
  /** The stored draft that the form starts with; null: none. */
  readonly restored: OrderDraft | null;
  /** Starts the form again with the draft that is stored by then. */
  readonly onBegin: () => void;
  /** Called when the person closes the result and stays on the page. */
  readonly onAnother: () => void;
  /** Called when a Log Out in another tab has cleared what was typed. */
  readonly onCleared: () => void;
}

/** Sections in the first render. One section fills a phone's screen. */
const FIRST_PAINT_SECTIONS = 1;

/**
 * The order form that a form definition describes: its sections on the left, the cart on the right. Below 1000 px there is one column, with
 * a sticky bar.
 */
export function OrderForm({ of, initial, owner, proof, onAnother, onCleared, ...draftOf }: OrderFormProps) {
  const t = useTexts();
  const queries = useQueryClient();
  const offerIn = useCallback((state: string) => queries.getQueryData(itemsQuery(of, state).queryKey), [queries, of]);
  const offeredSomewhere = (lines: readonly CartLine[]) =>
    queries.getQueryData(offeredSomewhereQuery(of, idsOf(lines)).queryKey);
  const form = useForm<OrderDraft>({
    defaultValues: initial,
    resolver: orderResolver(of, offerIn, offeredSomewhere),
    mode: 'onTouched',
    shouldFocusError: false,
  });
  /** The faults of the last submit. */
  const [submitted, setSubmitted] = useState<readonly Fault[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [isSent, setSent] = useState(false);
  const attachments = useOrderAttachments();
  // On a slow device the whole form takes a second to render, so its first section is rendered before the rest. Once a field has the focus,
  // the rest is rendered at once: otherwise Tab would lead from the section's last field to the end of the page.
  const [isBegun, setBegun] = useState(false);
  const isWhole = useDeferredValue(true, false) || isBegun;
  const [isAtRest, setAtRest] = useState(false);
  useEffect(() => onceAtRest(() => setAtRest(true)), []);
  const draft = useDraftKeeping(form, of, owner);
  useLossByLogOut(form, of, owner, onCleared);
  const isSessionLost = useAtomValue(userAtom) === null && owner !== NOBODY;
  const openSignIn = useSetAtom(signInOpenAtom);
  const [sameOrder] = useState(() => sameOrderCheck(async (order) => (await loadOrderRules()).findSameOrders(order)));
  const [keeper] = useState(() =>
    unansweredOrder(siteStorage, of, owner, {
      beforeNew: sameOrder.rejectIfFound,
      find: sameOrder.find,
      isGone: draft.isGone,
    }),
  );
  const orderOf = (parse: OrderRules['parseOrder']) => ({
    ...parse(of, form.getValues()),
    ...proof,
    ...namesOf(attachments),
    language: shownLanguage(),
  });
  const submission = useOrderSubmission({
    keeper,
    isRestored: draftOf.restored !== null,
    readOrder: async () => orderOf((await loadOrderRules()).parseOrder),
    onDuplicateConfirmed: () => {
      draft.keepThis();
      sameOrder.confirm();
    },
    onRecorded: (referralId, named) => {
      if (credentials().accessToken() === null) reconnectLive();
      attachments.forgetRefusals();
      attachments.queue.sendTo(referralId, named);
      form.reset(nextDraft(of, form.getValues()));
      draft.forget();
      setSent(true);
      setSubmitted([]);
    },
    onFieldErrors: (errors) => showFaults(Object.entries(errors).map(([path, message]) => ({ path, message }))),
  });

  // A dialog keeps the focus inside, and gives it back to the button when it closes: the field gets it after that.
  const leadTo = useRef<string | null>(null);
  function showFaults(unordered: readonly Fault[]): void {
    // A fault opens the section that it is in, before its field is looked for.
    flushSync(() => {
      for (const [name, error] of Object.entries(asFieldErrors(unordered)))
        form.setError(name as keyof OrderDraft, error as never);
    });
    const found = inScreenOrder(unordered);
    setSubmitted(found);
    setAttempt((before) => before + 1);
    leadTo.current = found[0]?.path ?? null;
  }

  const hasDialog = submission.outcome !== null;
  useEffect(() => {
    if (hasDialog || leadTo.current === null) return;
    showField(fieldId(leadTo.current));
    leadTo.current = null;
  }, [hasDialog, attempt]);

  const trySend = async () => {
    // The code of the result dialog is loaded before the order is sent.
    const ready = await Promise.all([loadOrderRules(), loadResultDialog()]).catch(toastNotLoaded);
    if (!ready) return;
    if (!(await attachments.queue.allAccepted())) return showField(ATTACHMENTS_ID);
    const [{ faultsAtSubmit, parseOrder }] = ready;
    const draft = form.getValues();
    const found = faultsAtSubmit(of, draft, offerIn, offeredSomewhere);
    const others = found.filter(({ path }) => path !== 'items').length;
    if (draft.items.length === 0) submission.showEmptyCart({ message: of.emptyCart, others });
    if (found.length > 0) return showFaults(found);
    setSubmitted([]);
    // Sent without a session, the order would be a visitor's and would not be listed under the person's referrals.
    if (isSessionLost) return openSignIn(true);
    submission.send(orderOf(parseOrder));
  };
  const submit = form.handleSubmit(trySend, trySend);

  return (
    <FormProvider {...form}>
      {isBegun || draftOf.restored !== null ? (
        <SectionStandings form={of} offerIn={offerIn} />
      ) : isAtRest ? (
        <UntouchedStandings form={of} />
      ) : null}
      <DraftNotices
        of={of}
        owner={owner}
        draft={draft}
        doubt={submission.doubt}
        onDoubtSeen={submission.forgetDoubt}
        {...draftOf}
        {...(isSent && { restored: null })}
      />
      <Box
        component="form"
        noValidate
        aria-label={t('form')}
        onSubmit={(event) => void submit(event)}
        onKeyDown={keepEnterFromSubmitting}
        onFocus={() => {
          setBegun(true);
          loadWhatIsNext();
        }}
        sx={COLUMNS}
      >
        <Stack sx={{ gap: 5, minWidth: 0 }} data-loading={isWhole ? undefined : true}>
          <OpenFaults form={of} submitted={submitted} attempt={attempt} />
          <OrderSections form={of} count={isWhole ? of.sections.length : FIRST_PAINT_SECTIONS} />
        </Stack>
        {isWhole ? (
          <>
            <Box sx={{ [BESIDE]: { position: 'sticky', top: 72 } }}>
              <Cart form={of} submitted={submitted} />
            </Box>
            <LeftToFixBar form={of} submitted={submitted} />
          </>
        ) : null}
      </Box>
      <OrderResult
        outcome={submission.outcome}
        onRetry={submission.retry}
        onSendAnyway={submission.sendAnyway}
        notEligible={of.lookUp?.notEligible ?? null}
        onClose={() => {
          if (submission.outcome?.kind === 'recorded') attachments.queue.clear();
          submission.close();
          if (submission.outcome?.kind === 'recorded' || isLookUpOver(submission.outcome)) onAnother();
        }}
      />
    </FormProvider>
  );
}

/** Loads the code that is needed when a field is left and at the submit. */
function loadWhatIsNext(): void {
  void loadOrderRules().catch(() => undefined);
  void loadResultDialog().catch(() => undefined);
  preloadItemPicker();
}

/** Enter in a field does not submit. In a long form it is usually a slip, and an order cannot be withdrawn. */
function keepEnterFromSubmitting(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

/**
 * Below 1000 px there is no grid, so that the bar is sticky within the whole form. In a very wide window the fields stay as wide as they can
 * be read, and the order is at the right edge that all pages have.
 */
const COLUMNS = {
  '& > * + *': { mt: 4 },
  [BESIDE]: {
    display: 'grid',
    gap: 4,
    alignItems: 'start',
    gridTemplateColumns: 'minmax(0, 1200px) 360px',
    justifyContent: 'space-between',
    '& > * + *': { mt: 0 },
  },
} as const;
