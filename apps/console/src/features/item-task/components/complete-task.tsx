import { LAST_TASK, type TaskName } from '@throughline/domain';
import { Alert, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { assignTrackingNumber } from '../api/assign-tracking-number.js';
import { completeTask } from '../api/complete-task.js';
import { movesTo, onlyNextTask, shippedBy } from '../task/next-tasks.js';
import { NextTaskSelect } from '../task/next-task-select.js';
import { isBlank, NO_PARCEL, parcelFaults, TrackingFields } from '../task/tracking-fields.js';
import { countOf, type TaskActionProps } from '../task/worked-task.js';

/** The work of a task is done: every item goes on, together or each its own way; what is shipped may get its number at once. */
export function CompleteTask({ task, onSettled, onClose }: TaskActionProps & { readonly onClose: () => void }) {
  const usual = onlyNextTask(task.task);
  const [apart, setApart] = useState(false);
  const [destinations, setDestinations] = useState<ReadonlyMap<number, TaskName | null>>(
    new Map(task.items.map(({ id }) => [id, usual])),
  );
  const [parcel, setParcel] = useState(NO_PARCEL);
  const [asked, setAsked] = useState(false);

  const isLast = task.task === LAST_TASK;
  const moves = isLast ? [] : movesTo(destinations);
  const shipped = moves === null ? [] : shippedBy(moves);
  const faults = shipped.length === 0 || isBlank(parcel) ? {} : parcelFaults(parcel);
  const finish = () => {
    toast(isLast ? `${countOf(task.items.length, 'item')} delivered` : `${task.task} completed`);
    onSettled();
    onClose();
  };
  const track = useCommand(assignTrackingNumber, { onSuccess: finish });
  const giveNumber = () => track.mutate({ referralId: task.referralId, itemIds: [...shipped], ...parcel });
  const complete = useCommand(completeTask, {
    onSuccess: () => (shipped.length > 0 && !isBlank(parcel) ? giveNumber() : finish()),
    onError: onSettled,
  });
  const send = () => {
    setAsked(true);
    if (moves === null || Object.keys(faults).length > 0) return;
    if (complete.isSuccess) giveNumber();
    else complete.mutate({ taskId: task.taskId, moves });
  };
  const chosen = [...destinations.values()];
  const missing = (to: TaskName | null | undefined) => (asked && !to ? 'Choose the next task.' : undefined);
  return (
    <FormDialog
      open
      title={`Complete ${task.task}`}
      submitLabel={complete.isSuccess ? 'Record the number' : isLast ? 'Complete: items are delivered' : 'Complete'}
      dirty={chosen.some((to) => to !== usual) || !isBlank(parcel)}
      busy={complete.isPending || track.isPending}
      error={complete.error ?? track.error}
      onClose={complete.isSuccess ? finish : onClose}
      onSubmit={send}
    >
      {complete.isSuccess ? (
        <Alert severity="info" sx={{ mb: 2 }}>
          The task is completed; only the tracking number is missing.
        </Alert>
      ) : null}
      {isLast ? (
        <Typography>
          {countOf(task.items.length, 'item')} will be recorded as delivered. Nothing more waits for them then.
        </Typography>
      ) : apart ? (
        task.items.map(({ id, item, qty }) => (
          <NextTaskSelect
            key={id}
            label={`${item} × ${qty}`}
            from={task.task}
            value={destinations.get(id) ?? null}
            onChange={(to) => setDestinations(new Map(destinations).set(id, to))}
            error={missing(destinations.get(id))}
          />
        ))
      ) : (
        <NextTaskSelect
          label={`Next task of ${task.items.length === 1 ? 'the item' : `all ${task.items.length} items`}`}
          from={task.task}
          value={chosen[0] ?? null}
          onChange={(to) => setDestinations(new Map(task.items.map(({ id }) => [id, to])))}
          error={missing(chosen[0])}
        />
      )}
      {isLast || task.items.length < 2 || apart || complete.isSuccess ? null : (
        <Button onClick={() => setApart(true)}>Send items to different tasks</Button>
      )}
      {shipped.length > 0 ? (
        <>
          <Typography variant="body2" color="textSecondary" sx={{ my: 1 }}>
            If the carrier gave a number already, add it here. It can be added later, too.
          </Typography>
          <TrackingFields parcel={parcel} onChange={setParcel} faults={asked ? faults : null} />
        </>
      ) : null}
    </FormDialog>
  );
}
