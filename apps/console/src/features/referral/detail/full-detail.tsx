import type { User } from '@throughline/contracts';
import { mayAudit, maySeeQueue } from '@throughline/domain';
import { Button } from '@mui/material';
import { Link } from 'react-router-dom';
import { Page } from '../../../ui/page.js';
import { ReferralId } from '../../../ui/referral-id.js';
import { useUrlState } from '../../../ui/use-url-state.js';
import { DetailFacts } from './detail-facts.js';
import { DetailTabs, tabOf } from './detail-tabs.js';
import { FilesTab } from './files-tab.js';
import { InformationTab } from './information-tab.js';
import { NotesTab } from './notes-tab.js';
import { LimitedDetail } from './limited-detail.js';
import { StatusTab } from './status-tab.js';
import { isUnknown } from './unknown-referral.js';
import { useLiveReferral } from './use-live-referral.js';

const DEFAULTS = { tab: 'status' };

interface FullDetailProps {
  readonly referralId: string;
  readonly user: User;
}

/** Everything about a referral, live. */
export function FullDetail({ referralId, user }: FullDetailProps) {
  const { data: referral, error, isPending, refetch } = useLiveReferral(referralId, { enabled: true });
  const [{ tab }, setUrl] = useUrlState(DEFAULTS);
  if (isUnknown(error)) return <LimitedDetail referralId={referralId} signedIn />;
  const internal = maySeeQueue(user);
  const asked = tabOf(tab);
  const shown = asked === 'notes' && !internal ? 'status' : asked;
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
      action={
        mayAudit(user) ? (
          <Button component={Link} to={`/audit/${referralId}`} variant="outlined">
            Audit history
          </Button>
        ) : undefined
      }
    >
      {referral ? (
        <>
          <DetailFacts
            facts={[
              ['Referral Date', { at: referral.submittedAt }],
              ['Referred By', referral.order.referralInfo.email],
              ['Company', referral.company ?? '–'],
              ['Source', referral.order.referralInfo.referralSource],
            ]}
          />
          <DetailTabs
            shown={shown}
            fileCount={referral.files.filter(({ check }) => check !== 'refused').length}
            notes={internal}
            onShow={(next) => setUrl({ tab: next })}
          >
            {shown === 'status' ? <StatusTab referral={referral} internal={internal} /> : null}
            {shown === 'information' ? <InformationTab referral={referral} /> : null}
            {shown === 'notes' ? <NotesTab referralId={referralId} /> : null}
            {shown === 'files' ? <FilesTab referralId={referralId} files={referral.files} /> : null}
          </DetailTabs>
        </>
      ) : null}
    </Page>
  );
}
