import type { ReactNode } from 'react';
import { blockingError } from '../../../api/api-error.js';
import { NotLive } from '../../../ui/not-live.js';
import { Page } from '../../../ui/page.js';
import { ReferralId } from '../../../ui/referral-id.js';
import type { useLiveLimitedReferral, useLiveReferral } from './use-live-referral.js';

interface ReferralPageProps {
  readonly referralId: string;
  readonly reading: ReturnType<typeof useLiveReferral> | ReturnType<typeof useLiveLimitedReferral>;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** The page of a referral, whole or limited: its header, and what is shown until it is read, or when it cannot be. */
export function ReferralPage({ referralId, reading, action, children }: ReferralPageProps) {
  const retry = () => void reading.refetch();
  return (
    <Page
      title={`Referral - ${referralId}`}
      heading={
        <>
          Referral <ReferralId id={referralId} />
        </>
      }
      loading={reading.isPending}
      error={blockingError(reading)}
      banner={<NotLive refusal={reading.refusal} onRetry={retry} />}
      errorTitle="The referral could not be loaded"
      onRetry={retry}
      action={action}
    >
      {children}
    </Page>
  );
}
