import { type Endpoint, reasonBody } from '@throughline/contracts';
import { useForm } from 'react-hook-form';
import { ReasonField } from '../fields/reason-field.js';
import { schemaResolver } from '../fields/schema-resolver.js';
import { ChangeDialog, type ChangeDialogProps, CommandDialog, type CommandDialogProps } from './command-dialog.js';

interface Reason {
  readonly reason: string;
}

const useReason = () => useForm({ defaultValues: { reason: '' }, resolver: schemaResolver(reasonBody) });

type ProvidedProps = 'form' | 'children';

/** A dialog of a command whose only field is the reason. */
export function ReasonCommandDialog<E extends Endpoint>(
  props: Omit<CommandDialogProps<E, Reason, Reason>, ProvidedProps>,
) {
  return (
    <CommandDialog<E, Reason, Reason> {...(props as CommandDialogProps<E, Reason, Reason>)} form={useReason()}>
      <ReasonField autoFocus />
    </CommandDialog>
  );
}

/** Like `ReasonCommandDialog`, for a change that is not a command. */
export function ReasonChangeDialog<Answer>(
  props: Omit<ChangeDialogProps<Reason, Reason, Reason, Answer>, ProvidedProps>,
) {
  return (
    <ChangeDialog {...props} form={useReason()}>
      <ReasonField autoFocus />
    </ChangeDialog>
  );
}
