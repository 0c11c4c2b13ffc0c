import type { LookUpProof } from '@throughline/contracts';
import { type KnownOrderForm, ORDER_FORM_IDS, orderFormOf } from '@throughline/domain';
import { Alert, Box, Button, Link } from '@mui/material';
import { useAtomValue, useSetAtom } from 'jotai';
import { Fragment, useEffect, useMemo, useRef, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { consoleConfigAtom, sessionAtom, signInOpenAtom } from '../../../session/session.js';
import { Page } from '../../../ui/page.js';
import { type Attachments, useAttachments } from '../attachments/use-attachments.js';
import { AttachmentsContext } from '../order-form/attachments-context.js';
import { LookUpStep } from '../look-up/look-up-step.js';
import { loadDraft, NOBODY } from '../order-form/draft-storage.js';
import { InfoBanner } from '../order-form/info-banner.js';
import { forMember, isOfMember, withReferrer } from '../order-form/order-draft.js';
import { InterruptedOrderDialog } from '../order-form/interrupted-order-dialog.js';
import { Notice } from '../order-form/notice.js';
import { OrderForm } from '../order-form/order-form.js';

/** An order form: open to everybody; who is signed in finds their own details filled in. Some begin with a look-up of the member. */
export function OrderFormPage({ form }: { readonly form: KnownOrderForm }) {
  const { status } = useAtomValue(sessionAtom);
  const { contactEmail } = useAtomValue(consoleConfigAtom);
  const owner = useOwner();
  const [proof, setProof] = useState<LookUpProof | null>(null);
  const [lookUps, setLookUps] = useState(0);
  // Here, as the form itself is away while somebody signs in.
  const attachments = useAttachments();
  useForgetOnSignOut(owner, attachments);
  const { lookUp, payor } = form;
  const asksForMember = lookUp !== null && payor !== null;
  const lookUpAgain = () => {
    if (!asksForMember) return;
    attachments.queue.clear();
    setProof(null);
    setLookUps(lookUps + 1);
  };
  if (status === 'initial' && owner === NOBODY) return <Page title={form.title} loading />;
  return (
    <Page title={form.title} about={<About form={form} />}>
      <InfoBanner />
      <AttachmentsContext value={attachments}>
        <InterruptedOrderDialog key={owner} of={form} owner={owner} contactEmail={contactEmail} />
        {asksForMember && proof === null ? (
          <LookUpStep lookUp={lookUp} payor={payor} again={lookUps > 0} onMatch={setProof} />
        ) : (
          <>
            {proof ? <LookedUp onAgain={lookUpAgain} /> : null}
            <OrderStep
              key={proof?.eligiblePatientId ?? ''}
              form={form}
              owner={owner}
              proof={proof}
              onAnother={lookUpAgain}
            />
          </>
        )}
      </AttachmentsContext>
    </Page>
  );
}

/** The way back: a ticket is good for half an hour and for one order. */
function LookedUp({ onAgain }: { readonly onAgain: () => void }) {
  return (
    <Alert
      severity="success"
      role="status"
      sx={{ mb: 3 }}
      action={
        <Button color="inherit" size="small" onClick={onAgain}>
          Look up again
        </Button>
      }
    >
      The member is eligible. Please send the order within 30 minutes.
    </Alert>
  );
}

interface OrderStepProps {
  readonly form: KnownOrderForm;
  readonly owner: string;
  readonly proof: LookUpProof | null;
  readonly onAnother: () => void;
}

function OrderStep({ form, owner, proof, onAnother }: OrderStepProps) {
  const session = useAtomValue(sessionAtom);
  const { contactEmail } = useAtomValue(consoleConfigAtom);
  const [fresh, setFresh] = useState(0);
  const step = useRef<HTMLDivElement>(null);
  // Read again when somebody signs in meanwhile: what they typed before is in their draft by then.
  const formOf = `${owner} ${fresh}`;
  const kept = useMemo(
    () => (formOf === '' ? null : loadDraft(localStorage, form, owner, Date.now())),
    [formOf, form, owner],
  );
  useEffect(() => {
    if (proof !== null) focusFirstField(step.current);
  }, [proof]);
  // The button that discarded the draft is gone with it.
  useEffect(() => {
    if (fresh > 0) focusFirstField(step.current);
  }, [fresh]);
  const start = forMember(form, kept, proof);
  return (
    <Box ref={step}>
      {owner !== NOBODY && session.user === null ? <SessionLost /> : null}
      <OrderForm
        key={formOf}
        of={form}
        owner={owner}
        proof={proof}
        restored={kept !== null && isOfMember(kept, proof) ? kept : null}
        onBegin={() => setFresh(fresh + 1)}
        onAnother={onAnother}
        initial={session.status === 'loggedIn' ? withReferrer(start, session.user) : start}
        contactEmail={contactEmail}
      />
    </Box>
  );
}

const focusFirstField = (form: HTMLElement | null): void =>
  form?.querySelector<HTMLElement>('select, input:not([readonly])')?.focus();

function SessionLost() {
  const openSignIn = useSetAtom(signInOpenAtom);
  return (
    <Notice urgent actions={[['Login', () => openSignIn(true)]]}>
      Your session has ended. Everything you typed is still here: sign in to go on.
    </Notice>
  );
}

/** Whose order it is: of who is signed in, and still theirs on this page when their session is lost. */
function useOwner(): string {
  const session = useAtomValue(sessionAtom);
  const [last, setLast] = useState(NOBODY);
  const isLost = session.user === null && session.lost === last;
  const owner = session.user?.id ?? (isLost ? last : NOBODY);
  if (owner !== last) setLast(owner);
  return owner;
}

/** Whoever signs in goes on with the files that they have chosen; who comes after somebody does not find theirs. */
function useForgetOnSignOut(owner: string, { queue }: Attachments): void {
  const before = useRef(owner);
  useEffect(() => {
    if (before.current !== owner && before.current !== NOBODY) queue.clear();
    before.current = owner;
  }, [owner, queue]);
}

/** What the form is for, and where the other forms are: a case manager who knows the plan finds the shorter one. */
function About({ form }: { readonly form: KnownOrderForm }) {
  const others = ORDER_FORM_IDS.map(orderFormOf).filter(({ id }) => id !== form.id);
  return (
    <>
      {form.about} Other forms:{' '}
      {others.map(({ route, name }, index) => (
        <Fragment key={route}>
          {index > 0 ? ', ' : ''}
          <Link component={RouterLink} to={route}>
            {name}
          </Link>
        </Fragment>
      ))}
      .
    </>
  );
}
