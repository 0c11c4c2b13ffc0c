import type { ReactNode } from 'react';
import { blockingError } from '../../../api/api-error.js';
import { NotLive } from '../../../ui/page/not-live.js';
import { Page } from '../../../ui/page/page.js';
import { ReferralId } from '../../../ui/words/referral-id.js';
import type { useLiveLimitedReferral, useLiveReferral } from './use-live-referral.js';
import english from '../../../../texts/en/referral.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('referral', english);

interface ReferralPageProps {
  readonly referralId: string;
  readonly reading: ReturnType<typeof useLiveReferral> | ReturnType<typeof useLiveLimitedReferral>;
  /** The member's name and facts, for a person who may see them. */
  readonly member?: { readonly name: string; readonly facts: ReactNode } | undefined;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/**
 * The frame of a referral's page, whole or limited: its header, and its loading and error states. The browser's tab, and so the history of a
 * shared computer, names the referral by its id alone.
 */
export function ReferralPage({ referralId, reading, member, action, children }: ReferralPageProps) {
  const t = useTexts();
  const retry = () => void reading.refetch();
  return (
    <Page
      title={t('title', { id: referralId })}
      heading={member?.name ?? t.rich('heading', { id: () => <ReferralId id={referralId} /> })}
      facts={member?.facts}
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
