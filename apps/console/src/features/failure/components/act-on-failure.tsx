import { failureBody, type FailureRow } from '@throughline/contracts';
import { useForm } from 'react-hook-form';
import { queryClient } from '../../../api/query-client.js';
import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { ReasonField } from '../../../ui/reason-field.js';
import { schemaResolver } from '../../../ui/schema-resolver.js';

const ACTS = {
  retry: {
    title: 'Try again',
    about: 'It has all its attempts again. If the cause is not mended, it fails again and comes back to this list.',
    done: 'It is tried again',
    failed: 'It was not tried again',
  },
  discard: {
    title: 'Discard',
    about: 'The mail is not sent, and is listed here no more. Tell the recipient in another way if they wait for it.',
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
  const { control, handleSubmit, formState } = useForm({
    defaultValues: { key: failure.key, reason: '' },
    resolver: schemaResolver(failureBody),
  });
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
    <FormDialog
      open
      title={`${title}: ${work}`}
      about={about}
      submitLabel={title}
      submitColor={act === 'discard' ? 'error' : 'primary'}
      dirty={formState.isDirty}
      busy={command.isPending}
      error={command.error}
      errorTitle={failed}
      onClose={onClose}
      onSubmit={handleSubmit((body) => command.mutate({ body }))}
    >
      <ReasonField control={control} autoFocus />
    </FormDialog>
  );
}
