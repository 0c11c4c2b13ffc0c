import { assignTrackingBody } from '@throughline/contracts';
import { useForm } from 'react-hook-form';
import { ChangedMeanwhile } from '../../../meanwhile/changed-meanwhile.js';
import { useRevision } from '../../../meanwhile/use-replacing.js';
import { CommandDialog } from '../../../ui/command-dialog.js';
import { schemaResolver } from '../../../ui/schema-resolver.js';
import type { TaskDialogProps, WorkedTask } from '../task/available-actions.js';
import { isBlank, NO_PARCEL, type Parcel } from '../task/next-tasks.js';
import { useReferralOfTask } from '../task/task-case.js';
import { idsOf, ItemChoice, TrackingFields } from '../task/task-fields.js';
import { TaskWatched, useListedItems } from '../task/task-watched.js';

/** Records which parcel items are in. Somebody else may have printed a label for them meanwhile: then it says so, and a second parcel is sent on purpose. */
export function AssignTrackingNumber({ task, onSettled, onClose }: TaskDialogProps) {
  const listed = useListedItems(task);
  const parcels = useSeenParcels(task);
  const form = useForm({
    defaultValues: { itemIds: idsOf(task.items), ...NO_PARCEL } as Parcel & { itemIds: number[] },
    resolver: schemaResolver(assignTrackingBody),
  });
  const { control, watch } = form;
  return (
    <CommandDialog
      endpoint="POST /referrals/referral/{id}/tracking"
      form={form}
      request={(parcel) => ({
        params: { id: task.referralId },
        body: { ...parcel, seen: { taskId: task.taskId, ...parcels.seen } },
      })}
      doneWords={({ body: { carrier, number } }) => `${carrier} ${number} recorded`}
      onSettled={() => {
        parcels.readAgain();
        onSettled();
      }}
      title="Add tracking number"
      submitLabel="Add"
      dirty={!isBlank(watch())}
      onClose={onClose}
    >
      {(command) => (
        <>
          <TaskWatched task={task} isPending={command.isPending} />
          <ChangedMeanwhile revision={parcels.revision} inWords={parcels.inWords} command={command} />
          <ItemChoice control={control} name="itemIds" label="Items in the parcel" items={listed} />
          <TrackingFields control={control} />
        </>
      )}
    </CommandDialog>
  );
}

/** The tracking numbers of the task's items, live, and those that the person has seen: a new one refuses the act until it was taken over. */
function useSeenParcels({ taskId, items }: WorkedTask) {
  const { data, refetch } = useReferralOfTask(taskId);
  const tracking = data?.tracking ?? [];
  const numbersOf = (itemId: number) =>
    tracking.filter(({ itemIds }) => itemIds.includes(itemId)).map(({ number }) => number);
  const revision = useRevision<Readonly<Record<string, readonly string[]>>>(
    Object.fromEntries(items.map(({ id }) => [id, numbersOf(id)])),
    { subject: data === undefined ? 'not read yet' : taskId },
  );
  const carrierOf = (wanted: string) => tracking.find(({ number }) => number === wanted)?.carrier ?? '';
  return {
    revision,
    /** Nothing until they are read. */
    seen: data === undefined ? {} : { numbers: [...new Set(Object.values(revision.seen).flat())] },
    readAgain: () => void refetch(),
    inWords: (itemId: string, numbers: typeof revision.seen) => {
      const parcels = (numbers[itemId] ?? []).map((number) => `${carrierOf(number)} ${number}`.trim());
      const name = items.find(({ id }) => String(id) === itemId)?.item ?? `Item ${itemId}`;
      return [name, parcels.join(', ') || 'no tracking number'] as const;
    },
  };
}
