import type { LookUpProof } from '@throughline/contracts';
import type { KnownOrderForm } from '@throughline/domain';
import { Alert, Box, Button } from '@mui/material';
import { useAtomValue, useSetAtom } from 'jotai';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { sessionAtom, sessionEndAtom, signInOpenAtom } from '../../../session/session.js';
import { NOBODY } from '../../../session/storage/stored.js';
import { useOwner } from '../../../session/use-owner.js';
import { Loading } from '../../../ui/page/loading.js';
import { onDemand } from '../../../ui/page/on-demand.js';
import { Page } from '../../../ui/page/page.js';
import { type Attachments, AttachmentsContext, useAttachments } from '../attachments/use-attachments.js';
import { OrderFormAbout } from './order-form-about.js';
import { loadDraft } from './draft-storage.js';
import { InfoBanner, Notice } from './draft-notices.js';
import { forMember, isOfMember, withReferrer } from './order-draft.js';
import { InterruptedOrderDialog } from '../submission/order-result.js';
import { OrderForm } from './order-form.js';
import english from '../../../../texts/en/order-form.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';
import { siteStorage } from '../../../session/storage/browser-storage.js';
import { browserNow } from '../../../api/server-time.js';

const useTexts = textsOf('order-form', english);

/** The first step of a form with a look-up. Its code is loaded before the page of such a form. */
export const LookUpStep = onDemand(async () => (await import('../look-up/look-up-step.js')).LookUpStep);

/** An order form, open to everybody. A signed-in person is filled in as the referrer. */
export function OrderFormPage({ form }: { readonly form: KnownOrderForm }) {
  const words = useWords();
  const { status, user } = useAtomValue(sessionAtom);
  const owner = useOwner();
  const [proof, setProof] = useState<LookUpProof | null>(null);
  const [lookUps, setLookUps] = useState(0);
  const [isCleared, setCleared] = useState(false);
  // The attachments belong to the page, because the form is unmounted during a sign-in.
  const attachments = useAttachments();
  useForgetOnSignOut(owner, attachments);
  // On a slow device the form takes a while to render, so the heading is rendered first.
  const isFormShown = useDeferredValue(true, false);
  const { lookUp, payor } = form;
  const asksForMember = lookUp !== null && payor !== null;
  const lookUpAgain = () => {
    if (!asksForMember) return;
    attachments.queue.clear();
    setProof(null);
    setLookUps(lookUps + 1);
  };
  if (status === 'initial' && owner === NOBODY) return <Page title={words(form.title)} loading />;
  return (
    <Page
      title={words(form.title)}
      about={<OrderFormAbout form={form} />}
      saysSignOut={isCleared || (owner !== NOBODY && user === null)}
    >
      <InfoBanner />
      {isCleared ? <ClearedByLogOut onClose={() => setCleared(false)} /> : null}
      <AttachmentsContext value={attachments}>
        <InterruptedOrderDialog key={owner} of={form} owner={owner} />
        {!isFormShown ? (
          <Loading />
        ) : asksForMember && proof === null ? (
          <LookUpStep
            fallback={<Loading />}

            lookUp={lookUp}
            payor={payor}
            again={lookUps > 0}
            onMatch={setProof}
          />
        ) : (
          <>
            {proof ? <LookedUp onAgain={lookUpAgain} /> : null}
            <OrderStep
              key={proof?.eligiblePatientId ?? ''}
              form={form}
              owner={owner}
              proof={proof}
              onAnother={lookUpAgain}
              onCleared={() => setCleared(true)}
            />
          </>
        )}
      </AttachmentsContext>
    </Page>
  );
}

/** Offers another look-up. A ticket is valid for half an hour and for one order. */
function LookedUp({ onAgain }: { readonly onAgain: () => void }) {
  const t = useTexts();
  return (
    <Alert
      severity="success"
      role="status"
      sx={{ mb: 3 }}
      action={
        <Button color="inherit" size="small" onClick={onAgain}>
          {t('lookUpAgain')}
        </Button>
      }
    >
      {t('eligible')}
    </Alert>
  );
}

interface OrderStepProps {
  readonly form: KnownOrderForm;
  readonly owner: string;
  readonly proof: LookUpProof | null;
  readonly onAnother: () => void;
  /** Called when a Log Out in another tab has cleared what was typed. */
  readonly onCleared: () => void;
}

function OrderStep({ form, owner, proof, onAnother, onCleared }: OrderStepProps) {
  const session = useAtomValue(sessionAtom);
  const [fresh, setFresh] = useState(0);
  const step = useRef<HTMLDivElement>(null);
  // The draft is read again after a sign-in, which has given the visitor's draft to the person.
  const formOf = `${owner} ${fresh}`;
  const kept = useMemo(
    () => (formOf === '' ? null : loadDraft(siteStorage, form, owner, browserNow())),
    [formOf, form, owner],
  );
  useEffect(() => {
    if (proof !== null) focusFirstField(step.current);
  }, [proof]);
  // The Discard button that had the focus disappears.
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
        onCleared={onCleared}
        initial={session.status === 'loggedIn' ? withReferrer(start, session.user) : start}
      />
    </Box>
  );
}

const focusFirstField = (form: HTMLElement | null): void =>
  form?.querySelector<HTMLElement>('select, input:not([readonly])')?.focus();

/** Says that the form was cleared. Log Out removes a person's data from this browser, in every tab (docs/decisions/0011). */
function ClearedByLogOut({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts();
  return (
    <Alert severity="warning" role="alert" onClose={onClose} closeText={t('close')} sx={{ mb: 3 }}>
      {t('cleared')}
    </Alert>
  );
}

function SessionLost() {
  const t = useTexts();
  const openSignIn = useSetAtom(signInOpenAtom);
  const isEndedElsewhere = useAtomValue(sessionEndAtom) === 'ended-elsewhere';
  return (
    <Notice urgent actions={[[t('login'), () => openSignIn(true)]]}>
      {t(isEndedElsewhere ? 'sessionEndedElsewhere' : 'sessionEnded')}
    </Notice>
  );
}

/** Keeps the chosen files when a visitor signs in, and removes them when a person's session has ended. */
function useForgetOnSignOut(owner: string, { queue, setUnattached }: Attachments): void {
  const before = useRef(owner);
  useEffect(() => {
    if (before.current !== owner && before.current !== NOBODY) {
      queue.clear();
      setUnattached(null);
    }
    before.current = owner;
  }, [owner, queue, setUnattached]);
}
