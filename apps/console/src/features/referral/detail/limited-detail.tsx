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

interface LimitedDetailProps {
  readonly referralId: string;
  /** Who is signed in is no worse off than who is not. */
  readonly signedIn: boolean;
}

/** What anybody who has the id may see, live; the rest is behind a lock. */
export function LimitedDetail({ referralId, signedIn }: LimitedDetailProps) {
  const { data: referral, error, isPending, refetch } = useLiveLimitedReferral(referralId, { enabled: true });
  const openSignIn = useSetAtom(signInOpenAtom);
  if (isUnknown(error)) return <NotFound referralId={referralId} signedIn={signedIn} />;
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
              signedIn ? null : (
                <Button color="inherit" size="small" onClick={() => openSignIn(true)}>
                  Login
                </Button>
              )
            }
          >
            {signedIn
              ? 'You see the progress only: this referral is another company’s, or was sent by somebody who was not signed in.'
              : 'You see the progress only. Log in to see the information and the files of this referral.'}
          </Alert>
          <DetailTabs shown="status" fileCount={0} locked>
            <LimitedStatus referral={referral} />
          </DetailTabs>
        </>
      ) : null}
    </Page>
  );
}
