import type { FailureRow } from '@throughline/contracts';
import { ReasonCommandDialog } from '../../ui/dialogs/reason-dialog.js';

const ACTS = {
  retry: {
    title: 'Try again',
    about: 'It has all its attempts again. Unless the cause is fixed, it fails again and returns to this list.',
    done: 'It is tried again',
    failed: 'It was not tried again',
  },
  discard: {
    title: 'Discard',
    about: 'The mail is not sent, and is no longer listed here. Tell the recipient in another way if they wait for it.',
    done: 'Discarded',
    failed: 'It was not discarded',
  },
} as const;

interface ActOnFailureProps {
  readonly act: keyof typeof ACTS;
  readonly failure: FailureRow;
  /** The failed work, in words. */
  readonly work: string;
  readonly onClose: () => void;
}

/** Retries or discards failed work, with a reason. */
export function ActOnFailure({ act, failure, work, onClose }: ActOnFailureProps) {
  const { title, about, done, failed } = ACTS[act];
  return (
    <ReasonCommandDialog
      endpoint={act === 'retry' ? 'POST /failures/retry' : 'POST /failures/discard'}
      request={({ reason }) => ({ body: { key: failure.key, reason } })}
      doneWords={done}
      reads={[['failures']]}
      title={`${title}: ${work}`}
      about={about}
      submitLabel={title}
      submitColor={act === 'discard' ? 'error' : 'primary'}
      errorTitle={failed}
      onClose={onClose}
    />
  );
}
