import { Alert, Button } from '@mui/material';
import { useAtomValue } from 'jotai';
import { useMemo, useState } from 'react';
import { consoleConfigAtom, sessionAtom } from '../../../session/session.js';
import { announce } from '../../../ui/announcer.js';
import { Page } from '../../../ui/page.js';
import { adoptDraft, clearDraft, NOBODY } from '../order-form/draft-storage.js';
import { InfoBanner } from '../order-form/info-banner.js';
import { emptyDraft, withReferrer } from '../order-form/order-draft.js';
import { OrderForm } from '../order-form/order-form.js';

/** /create-referral: open to everybody; who is signed in finds their own details filled in. */
export function OrderFormPage() {
  const session = useAtomValue(sessionAtom);
  const { contactEmail } = useAtomValue(consoleConfigAtom);
  const owner = session.user?.id ?? NOBODY;
  const [fresh, setFresh] = useState(0);
  const [told, setTold] = useState(false);
  // Read again when somebody signs in meanwhile: what they typed before is in the draft by then.
  const formOf = `${owner} ${fresh}`;
  const kept = useMemo(() => (formOf === '' ? null : adoptDraft(localStorage, owner, Date.now())), [formOf, owner]);
  if (session.status === 'initial') return <Page title="New referral" loading />;
  const start = kept ?? emptyDraft();
  return (
    <Page title="New referral" about="Order supplies for a member, and follow every item to delivery.">
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
                clearDraft(localStorage, owner);
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
      <OrderForm
        key={formOf}
        owner={owner}
        onRecorded={() => setTold(true)}
        initial={session.status === 'loggedIn' ? withReferrer(start, session.user) : start}
        contactEmail={contactEmail}
        announce={announce}
      />
    </Page>
  );
}
