import { LAST_TASK } from '@throughline/domain';
import { Alert, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { fieldErrors } from '../../../ui/schema-resolver.js';
import {
  allTo,
  type Completion,
  completionFaults,
  isBlank,
  keyOfItem,
  movesTo,
  NO_PARCEL,
  onlyNextTask,
  shippedBy,
} from '../task/next-tasks.js';
import { idsOf, NextTaskSelect, TrackingFields } from '../task/task-fields.js';
import { countOf, type TaskActionProps } from '../task/available-actions.js';

/** Completes a task: its items go on, all to one task or each to its own. A tracking number can be recorded for shipped items. */
export function CompleteTask({ task, onSettled, onClose }: TaskActionProps & { readonly onClose: () => void }) {
  const isLast = task.task === LAST_TASK;
  const itemIds = idsOf(task.items);
  const { control, handleSubmit, setValue, watch, formState } = useForm<Completion>({
    defaultValues: { destinations: isLast ? {} : allTo(itemIds, onlyNextTask(task.task)), ...NO_PARCEL },
    resolver: (typed) => {
      const faults = completionFaults(typed);
      return faults.length === 0
        ? { values: typed, errors: {} }
        : { values: {}, errors: fieldErrors<Completion>(faults) };
    },
  });
  const [isApart, setApart] = useState(false);
  const typed = watch();
  const moves = movesTo(typed.destinations) ?? [];
  const shipped = shippedBy(moves);
  const finish = () => {
    toast(isLast ? `${countOf(task.items.length, 'item')} delivered` : `${task.task} completed`);
    onSettled();
    onClose();
  };
  const track = useCommand('POST /referrals/referral/{id}/tracking', { onSuccess: finish });
  const recordNumber = ({ carrier, number }: Completion) =>
    track.mutate({ params: { id: task.referralId }, body: { itemIds: [...shipped], carrier, number } });
  const complete = useCommand('POST /tasks/{taskId}/complete', {
    onSuccess: () => (shipped.length > 0 && !isBlank(typed) ? recordNumber(typed) : finish()),
    onError: onSettled,
  });
  const send = (checked: Completion) => {
    if (complete.isSuccess) recordNumber(checked);
    else complete.mutate({ params: { taskId: task.taskId }, body: { moves } });
  };
  return (
    <FormDialog
      open
      title={`Complete ${task.task}`}
      submitLabel={complete.isSuccess ? 'Record the number' : isLast ? 'Complete: items are delivered' : 'Complete'}
      dirty={formState.dirtyFields.destinations !== undefined || !isBlank(typed)}
      busy={complete.isPending || track.isPending}
      error={complete.error ?? track.error}
      onClose={complete.isSuccess ? finish : onClose}
      onSubmit={handleSubmit(send)}
    >
      {complete.isSuccess ? (
        <Alert severity="info" sx={{ mb: 2 }}>
          The task is completed; only the tracking number is missing.
        </Alert>
      ) : null}
      {isLast ? (
        <Typography>
          {countOf(task.items.length, 'item')} will be recorded as delivered. No task is left for them then.
        </Typography>
      ) : isApart ? (
        task.items.map(({ id, item, qty }) => (
          <NextTaskSelect
            key={id}
            control={control}
            name={`destinations.${keyOfItem(id)}`}
            label={`${item} × ${qty}`}
            from={task.task}
          />
        ))
      ) : (
        <NextTaskSelect
          control={control}
          name={`destinations.${keyOfItem(itemIds[0] ?? 0)}`}
          label={`Next task of ${task.items.length === 1 ? 'the item' : `all ${task.items.length} items`}`}
          from={task.task}
          onPicked={(to) =>
            setValue('destinations', allTo(itemIds, to || null), {
              shouldDirty: true,
              shouldValidate: formState.isSubmitted,
            })
          }
        />
      )}
      {isLast || task.items.length < 2 || isApart || complete.isSuccess ? null : (
        <Button onClick={() => setApart(true)}>Send items to different tasks</Button>
      )}
      {shipped.length > 0 ? (
        <>
          <Typography variant="body2" color="textSecondary" sx={{ my: 1 }}>
            If you have a tracking number, add it here. You can also add it later.
          </Typography>
          <TrackingFields control={control} />
        </>
      ) : null}
    </FormDialog>
  );
}
