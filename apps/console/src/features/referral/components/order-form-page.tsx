import { type KnownOrderForm, ORDER_FORM_IDS, orderFormOf } from '@throughline/domain';
import { Alert, Button, Link } from '@mui/material';
import { useAtomValue } from 'jotai';
import { Fragment, useEffect, useMemo, useRef, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { consoleConfigAtom, sessionAtom } from '../../../session/session.js';
import { Page } from '../../../ui/page.js';
import { type Attachments, useAttachments } from '../attachments/use-attachments.js';
import { AttachmentsContext } from '../order-form/attachments-context.js';
import { adoptDraft, clearDraft, NOBODY } from '../order-form/draft-storage.js';
import { InfoBanner } from '../order-form/info-banner.js';
import { emptyDraft, withReferrer } from '../order-form/order-draft.js';
import { OrderForm } from '../order-form/order-form.js';

/** An order form: open to everybody; who is signed in finds their own details filled in. */
export function OrderFormPage({ form }: { readonly form: KnownOrderForm }) {
  const session = useAtomValue(sessionAtom);
  const { contactEmail } = useAtomValue(consoleConfigAtom);
  const owner = session.user?.id ?? NOBODY;
  const [fresh, setFresh] = useState(0);
  const [told, setTold] = useState(false);
  const attachments = useAttachments();
  useForgetOnSignOut(owner, attachments);
  // Read again when somebody signs in meanwhile: what they typed before is in the draft by then.
  const formOf = `${owner} ${fresh}`;
  const kept = useMemo(
    () => (formOf === '' ? null : adoptDraft(localStorage, form, owner, Date.now())),
    [formOf, form, owner],
  );
  if (session.status === 'initial') return <Page title={form.title} loading />;
  const start = kept ?? emptyDraft(form);
  return (
    <Page title={form.title} about={<About form={form} />}>
      <InfoBanner />
      {kept === null || told ? null : (
        <Alert
          severity="info"
          sx={{ mb: 3 }}
          action={
            <Button
              color="inherit"
              size="small"
              onClick={() => {
                clearDraft(localStorage, form, owner);
                setFresh(fresh + 1);
              }}
            >
              Discard
            </Button>
          }
        >
          Your draft was restored. It is kept in this browser for 24 hours.
        </Alert>
      )}
      <AttachmentsContext value={attachments}>
        <OrderForm
          key={formOf}
          of={form}
          owner={owner}
          onRecorded={() => setTold(true)}
          initial={session.status === 'loggedIn' ? withReferrer(start, session.user) : start}
          contactEmail={contactEmail}
        />
      </AttachmentsContext>
    </Page>
  );
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
