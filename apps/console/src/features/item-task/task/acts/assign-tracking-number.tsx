import { assignTrackingBody, type RequestOf } from '@throughline/contracts';
import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { type Control, type FieldPath, useForm } from 'react-hook-form';
import { carriersQuery } from '../../../../api/carriers.js';
import { READ_AGAIN_MS } from '../../../../api/query-client.js';
import { taskActsOn } from '../../../../meanwhile/acts.js';
import { ChangedMeanwhile } from '../../../../meanwhile/changed-meanwhile.js';
import { type ReplacingCommand, useRevision } from '../../../../meanwhile/use-replacing.js';
import { type OpenDraft, useDraft } from '../../../../draft/use-draft.js';
import { userAtom } from '../../../../session/session.js';
import { TASK_DRAFTS } from '../../../../session/storage/stored.js';
import { parts, texts } from '../../../../session/storage/stored-values.js';
import { BoundField } from '../../../../ui/fields/bound-field.js';
import { CommandDialog } from '../../../../ui/dialogs/command-dialog.js';
import { ChoiceField } from '../../../../ui/fields/choice/choice-field.js';
import { schemaResolver } from '../../../../ui/fields/schema-resolver.js';
import { TextField } from '../../../../ui/fields/text-field.js';
import type { TaskDialogProps, WorkedTask } from './available-actions.js';
import { isBlank, NO_PARCEL, type Parcel } from '../outcome/next-tasks.js';
import { useReferralOfTask } from '../task-case.js';
import { idsOf, ItemChoice, nameAmong } from './task-fields.js';
import { TaskWatched, useListedItems } from './task-watched.js';

/**
 * Records the parcel of items. If somebody else has printed a label for them meanwhile, the dialog says so, and a second parcel must be
 * confirmed.
 */
export function AssignTrackingNumberDialog(props: TaskDialogProps) {
  const userId = useAtomValue(userAtom)?.id;
  const draft = useDraft({
    endpoint: 'POST /referrals/referral/{id}/tracking',
    place: `${TASK_DRAFTS}${userId}.${props.task.taskId}.tracking`,
    read: typedParcel,
  });
  return draft === null ? null : <ParcelDialog {...props} draft={draft} />;
}

const typedParcel = parts<Parcel>(texts('carrier', 'number'));

interface ParcelDialogProps extends TaskDialogProps {
  readonly draft: OpenDraft<Parcel, RequestOf<'POST /referrals/referral/{id}/tracking'>>;
}

function ParcelDialog({ task, draft, onSettled, onClose }: ParcelDialogProps) {
  const { listed, chosenOf } = useListedItems(task);
  const parcels = useSeenParcels(task);
  const form = useForm({
    defaultValues: { itemIds: idsOf(task.items), ...NO_PARCEL } as Parcel & { itemIds: number[] },
    resolver: schemaResolver(chosenOf(assignTrackingBody)),
  });
  const { control, watch } = form;
  return (
    <CommandDialog
      endpoint="POST /referrals/referral/{id}/tracking"
      form={form}
      draft={draft}
      request={(parcel) => ({
        params: { id: task.referralId },
        body: { ...parcel, seen: { taskId: task.taskId, ...parcels.seen } },
      })}
      doneWords={({ body: { carrier, number } }) => `${carrier} ${number} recorded`}
      revision={parcels.revision}
      onSettled={() => {
        parcels.readAgain();
        onSettled();
      }}
      title="Add tracking number"
      errorTitle="The tracking number was not added"
      submitLabel="Add"
      dirty={!isBlank(watch())}
      onClose={onClose}
      notice={(command) => <ParcelsWatched task={task} parcels={parcels} command={command} />}
    >
      <ItemChoice control={control} name="itemIds" label="Items in the parcel" items={listed} />
      <TrackingFields control={control} />
    </CommandDialog>
  );
}

/**
 * The tracking numbers of the task's items, live, and those that the person has seen. A new number refuses the command until the person
 * takes it over.
 */
function useSeenParcels({ taskId, referralId, items }: WorkedTask) {
  const { data, refetch } = useReferralOfTask(taskId);
  const here = idsOf(items);
  const parcels = data?.tracking ?? [];
  const itemsWith: Record<string, readonly number[]> = {};
  for (const { number, itemIds } of parcels) {
    const those = itemIds.filter((id) => here.includes(id));
    if (those.length > 0) itemsWith[number] = [...(itemsWith[number] ?? []), ...those];
  }
  const revision = useRevision(itemsWith, { subject: data === undefined ? 'not read yet' : taskId });
  const { seen } = revision;
  const carrierOf = (wanted: string) => parcels.find(({ number }) => number === wanted)?.carrier ?? '';
  const nameOf = (id: number) => nameAmong(items, id);
  const inFull = (number: string) => `${carrierOf(number)} ${number}`;
  const namesOf = (those: readonly number[] = []) => those.map(nameOf).join(', ');
  return {
    revision,
    /** The numbers that the person has seen, with their items. */
    known: Object.entries(seen).map(([number, those]) => [inFull(number), namesOf(those)] as const),
    acts: taskActsOn(
      `parcels of ${taskId}`,
      () => referralId,
      ({ numbers }) => numbers,
    ),
    /** Empty until the numbers are read. */
    seen: data === undefined ? {} : { numbers: Object.keys(seen) },
    readAgain: () => void refetch(),
    inWords: (number: string, of: typeof seen) =>
      [`Tracking number ${inFull(number)}`, namesOf(of[number]) || 'not recorded'] as const,
  };
}

interface ParcelsWatchedProps {
  readonly task: WorkedTask;
  readonly parcels: ReturnType<typeof useSeenParcels>;
  readonly command: ReplacingCommand;
}

/** What has become of the task, and the tracking numbers that its items have. */
function ParcelsWatched({ task, parcels: { known, ...changed }, command }: ParcelsWatchedProps) {
  return (
    <>
      <TaskWatched task={task} isPending={command.isPending} />
      <ChangedMeanwhile revision={changed.revision} acts={changed.acts} inWords={changed.inWords} command={command} />
      {known.length > 0 ? (
        <Box sx={{ mb: 2, overflowWrap: 'anywhere' }}>
          Recorded for these items already:
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {known.map(([number, those]) => (
              <li key={number}>
                {number}: {those}
              </li>
            ))}
          </Box>
        </Box>
      ) : null}
    </>
  );
}

interface TrackingFieldsProps<Values extends Parcel, Output> {
  readonly control: Control<Values, unknown, Output>;
}

/**
 * The carrier and the tracking number: the fields `carrier` and `number` of a form. Offers the active carriers, and a chosen one that was
 * deactivated since.
 */
function TrackingFields<Values extends Parcel, Output = Values>({ control }: TrackingFieldsProps<Values, Output>) {
  const path = (name: keyof Parcel) => name as FieldPath<Values>;
  const read = useQuery({ ...carriersQuery, refetchInterval: READ_AGAIN_MS });
  const carriers = read.data ?? [];
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 2fr' } }}>
      <BoundField<Values, Output> control={control} name={path('carrier')} deps={[path('number')]}>
        {(field) => (
          <ChoiceField
            {...field}
            label="Carrier"
            choices={carriers
              .filter(({ name, active }) => active || name === field.value)
              .map(({ name, active }) => ({ value: name, label: name, disabled: !active }))}
            help={
              read.error
                ? 'The carriers could not be read. They are read again every few seconds.'
                : 'Administrators add carriers. One that is not well known is shown to the public as Other carrier.'
            }
          />
        )}
      </BoundField>
      <BoundField<Values, Output> control={control} name={path('number')} deps={[path('carrier')]}>
        {(field) => <TextField {...field} label="Tracking number" />}
      </BoundField>
    </Box>
  );
}
