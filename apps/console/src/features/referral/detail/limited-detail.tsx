import { Alert, Button } from '@mui/material';
import { useSetAtom } from 'jotai';
import { signInOpenAtom } from '../../../session/session.js';
import { Page } from '../../../ui/page.js';
import { ReferralId } from '../../../ui/referral-id.js';
import { DetailFacts } from './detail-facts.js';
import { DetailTabs } from './detail-tabs.js';
import { LimitedStatus } from './limited-status.js';
import { NotFound } from './not-found.js';
import { isUnknown } from './unknown-referral.js';
import { useLiveLimitedReferral } from './use-live-referral.js';

/** What anybody who has the id may see, live; the rest is behind a lock. */
export function LimitedDetail({ referralId }: { readonly referralId: string }) {
  const { data: referral, error, isPending, refetch } = useLiveLimitedReferral(referralId, { enabled: true });
  const openSignIn = useSetAtom(signInOpenAtom);
  if (isUnknown(error)) return <NotFound referralId={referralId} signedIn={false} />;
  return (
    <Page
      title={`Referral - ${referralId}`}
      heading={
        <>
          Referral <ReferralId id={referralId} />
        </>
      }
      loading={isPending}
      error={referral ? null : error}
      errorTitle="The referral could not be loaded"
      onRetry={() => void refetch()}
    >
      {referral ? (
        <>
          <DetailFacts facts={[['Referral Date', { at: referral.referralDateTime }]]} />
          <Alert
            severity="info"
            sx={{ mb: 2 }}
            action={
              <Button color="inherit" size="small" onClick={() => openSignIn(true)}>
                Login
              </Button>
            }
          >
            You see the progress only. Log in to see the information and the files of this referral.
          </Alert>
          <DetailTabs shown="status" fileCount={0} locked>
            <LimitedStatus referral={referral} />
          </DetailTabs>
        </>
      ) : null}
    </Page>
  );
}
