import type { ReactNode } from 'react';
import { blockingError } from '../../../api/api-error.js';
import { NotLive } from '../../../ui/not-live.js';
import { Page } from '../../../ui/page.js';
import { ReferralId } from '../../../ui/words/referral-id.js';
import type { useLiveLimitedReferral, useLiveReferral } from './use-live-referral.js';
import english from '../../../../texts/en/referral.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('referral', english);

interface ReferralPageProps {
  readonly referralId: string;
  readonly reading: ReturnType<typeof useLiveReferral> | ReturnType<typeof useLiveLimitedReferral>;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a referral's page, whole or limited: its header, and its loading and error states. */
export function ReferralPage({ referralId, reading, action, children }: ReferralPageProps) {
  const t = useTexts();
  const retry = () => void reading.refetch();
  return (
    <Page
      title={t('title', { id: referralId })}
      heading={t.rich('heading', { id: () => <ReferralId id={referralId} /> })}
      loading={reading.isPending}
      error={blockingError(reading)}
      banner={<NotLive refusal={reading.refusal} onRetry={retry} />}
      errorTitle={t('pageFailed')}
      onRetry={retry}
      action={action}
    >
      {children}
    </Page>
  );
}
