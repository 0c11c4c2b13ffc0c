import { pathTo } from '@throughline/domain';
import { Alert, Button } from '@mui/material';
import { useAtomValue } from 'jotai';
import { Link } from 'react-router-dom';
import { userAtom } from '../../../session/session.js';
import { focusMain } from '../../../ui/page/page.js';
import { ReferralId } from '../../../ui/words/referral-id.js';
import { useOrderAttachments } from '../attachments/use-attachments.js';
import english from '../../../../texts/en/order-result.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';
import { usePast } from '../../../past/past.js';

const useTexts = textsOf('order-result', english);

/** Before a result is closed: which files of the order were not attached. */
export function LeaveQuestion({ names }: { readonly names: readonly string[] }) {
  const t = useTexts();
  const isSignedIn = useAtomValue(userAtom) !== null;
  return (
    <Alert severity="warning" role="alert" sx={{ flex: '1 1 100%', overflowWrap: 'anywhere' }}>
      {t(isSignedIn ? 'askLeave' : 'askLeaveSignedOut', { count: names.length, names: names.join(', ') })}
    </Alert>
  );
}

/** On the form that follows: the files of the last order that were not attached, and where they can still be. */
export function UnattachedFiles() {
  const t = useTexts();
  const isSignedIn = useAtomValue(userAtom) !== null;
  const { unattached, setUnattached } = useOrderAttachments();
  if (unattached === null) return null;
  const { referralId, names } = unattached;
  return (
    <Alert
      severity="warning"
      role="status"
      sx={{ mb: 3, overflowWrap: 'anywhere' }}
      onClose={() => {
        setUnattached(null);
        // The button that had the focus disappears.
        focusMain();
      }}
      closeText={t('close')}
    >
      {t(isSignedIn ? 'unattached' : 'unattachedSignedOut', { count: names.length, names: names.join(', ') })}{' '}
      <ReferralId id={referralId} to={`${pathTo.referral(referralId)}?tab=files`} />
    </Alert>
  );
}

interface NotReceivedProps {
  readonly referralId: string;
  readonly names: readonly string[];
}

/** Says which files of the order have not arrived, to everybody who may attach them. Loaded when there are some. */
export function NotReceived({ referralId, names }: NotReceivedProps) {
  const t = useTexts();
  const past = usePast();
  return (
    <Alert
      severity="warning"
      role="status"
      sx={{ mb: 3, overflowWrap: 'anywhere' }}
      action={
        past ? null : (
          <Button color="inherit" size="small" component={Link} to={`${pathTo.referral(referralId)}?tab=files`}>
            {t('attachThem')}
          </Button>
        )
      }
    >
      {t('notReceived', { count: names.length, names: names.join(', ') })}
    </Alert>
  );
}
