import type { FailureRow } from '@throughline/contracts';
import { queryClient } from '../../../api/query-client.js';
import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import { ReasonDialog } from '../../../ui/reason-dialog.js';

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
  /** What failed, in words. */
  readonly work: string;
  readonly onClose: () => void;
}

/** Asks for the reason, and has failed work tried again or discards it. */
export function ActOnFailure({ act, failure, work, onClose }: ActOnFailureProps) {
  const { title, about, done, failed } = ACTS[act];
  const settled = {
    onSuccess: () => {
      toast(done);
      onClose();
      void queryClient.invalidateQueries({ queryKey: ['failures'] });
    },
  };
  const retry = useCommand('POST /failures/retry', settled);
  const discard = useCommand('POST /failures/discard', settled);
  const command = act === 'retry' ? retry : discard;
  return (
    <ReasonDialog
      title={`${title}: ${work}`}
      about={about}
      submitLabel={title}
      submitColor={act === 'discard' ? 'error' : 'primary'}
      busy={command.isPending}
      error={command.error}
      errorTitle={failed}
      onClose={onClose}
      onSubmit={({ reason }) => command.mutate({ body: { key: failure.key, reason } })}
    />
  );
}
