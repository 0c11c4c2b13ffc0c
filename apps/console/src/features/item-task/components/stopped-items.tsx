import { cancelItemsBody, type RecertificationDetail, unstopItemsBody } from '@throughline/contracts';
import { useForm } from 'react-hook-form';
import { BoundField } from '../../../ui/bound-field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { schemaResolver } from '../../../ui/schema-resolver.js';
import { TextField } from '../../../ui/text-field.js';
import { countOf, type WorkedItem } from '../task/available-actions.js';
import { idsOf, ItemChoice } from '../task/task-fields.js';
import { useDialogCommand } from './dialog-command.js';
import { OpenRenewals, useOpenRenewals } from './open-renewals.js';

/* The dialogs for items that were stopped. */

interface StoppedItemsProps {
  readonly referralId: string;
  /** Stopped ones. */
  readonly items: readonly WorkedItem[];
  readonly onSettled: () => void;
  readonly onClose: () => void;
}

/** Closes stopped items for good. */
export function CancelItems({ referralId, items, ...props }: StoppedItemsProps) {
  const { control, handleSubmit } = useForm({
    defaultValues: { referralId, itemIds: idsOf(items) },
    resolver: schemaResolver(cancelItemsBody),
  });
  const cancel = useDialogCommand(
    'POST /tasks/cancel-items',
    props,
    ({ body: { itemIds } }) => `${countOf(itemIds.length, 'item')} canceled`,
  );
  return (
    <FormDialog
      open
      title="Cancel stopped items"
      submitLabel="Cancel items"
      submitColor="error"
      busy={cancel.isPending}
      error={cancel.error}
      onClose={props.onClose}
      onSubmit={handleSubmit((body) => cancel.mutate({ body }))}
    >
      <ItemChoice control={control} name="itemIds" label="Canceled items cannot be worked on again" items={items} />
    </FormDialog>
  );
}

interface UnstopItemsProps extends StoppedItemsProps {
  /** If they are the supply of one. */
  readonly recertification?: Pick<RecertificationDetail, 'renews' | 'itemCategory'>;
}

/** Takes stopped items up again, in the tasks in which they were stopped. */
export function UnstopItems({ referralId, items, recertification, ...props }: UnstopItemsProps) {
  const renewals = useOpenRenewals({
    renews: recertification?.renews ?? null,
    itemCategory: recertification?.itemCategory ?? '',
    except: referralId,
  });
  const { control, handleSubmit, formState } = useForm({
    defaultValues: { referralId, itemIds: idsOf(items), reason: '' },
    resolver: schemaResolver(unstopItemsBody),
  });
  const unstop = useDialogCommand(
    'POST /tasks/unstop-items',
    props,
    ({ body: { itemIds } }) => `${countOf(itemIds.length, 'item')} taken up again`,
  );
  return (
    <FormDialog
      open
      title="Take stopped items up again"
      submitLabel="Take up again"
      dirty={formState.dirtyFields.reason === true}
      busy={unstop.isPending}
      error={unstop.error}
      onClose={props.onClose}
      onSubmit={handleSubmit((body) => unstop.mutate({ body: { ...body, besides: renewals.besides } }))}
    >
      <OpenRenewals renewals={renewals} label="Take this one up as well" />
      <ItemChoice
        control={control}
        name="itemIds"
        label="Each goes back to the task that it was stopped in"
        items={items}
      />
      <BoundField control={control} name="reason">
        {(field) => <TextField {...field} label="Reason" rows={2} help="It is kept in the audit." required />}
      </BoundField>
    </FormDialog>
  );
}
