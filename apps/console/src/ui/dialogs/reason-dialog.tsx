import { type Endpoint, reasonBody, type RequestOf } from '@throughline/contracts';
import { useForm } from 'react-hook-form';
import { type Revision, useRevision } from '../../meanwhile/use-replacing.js';
import { ReasonField } from '../fields/reason-field.js';
import { schemaResolver } from '../fields/schema-resolver.js';
import { ChangeDialog, type ChangeDialogProps, CommandDialog, type CommandDialogProps } from './command-dialog.js';

interface Reason {
  readonly reason: string;
}

/** The form of a reason. */
export const useReason = () => useForm({ defaultValues: { reason: '' }, resolver: schemaResolver(reasonBody) });

type ProvidedProps = 'form' | 'children';

interface ReasonCommandDialogProps<E extends Endpoint, Values extends object> extends Omit<
  CommandDialogProps<E, Reason, Reason, Values>,
  ProvidedProps | 'request'
> {
  /** `seen` is the values of `present` that the person saw. */
  readonly request: (given: Reason, seen: Revision<Values>['stated']) => RequestOf<E>;
  /** The subject's values, read repeatedly while the dialog is open; `watches` describes their changes. */
  readonly present?: Values;
}

const NOTHING = {};

/** A dialog of a command whose only field is the reason. */
export function ReasonCommandDialog<E extends Endpoint, Values extends object>({
  request,
  present = NOTHING as Values,
  ...props
}: ReasonCommandDialogProps<E, Values>) {
  const watched = useRevision(present);
  const { revision = watched } = props;
  const dialog: Omit<CommandDialogProps<E, Reason, Reason, Values>, 'request'> = { ...props, revision };
  return (
    <CommandDialog<E, Reason, Reason, Values>
      {...(dialog as CommandDialogProps<E, Reason, Reason, Values>)}
      form={useReason()}
      request={(given) => request(given, revision.stated)}
    >
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
