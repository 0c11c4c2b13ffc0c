import { holdTaskBody, moveItemsBody, type RequestOf, stopItemsBody } from '@throughline/contracts';
import { dayInWords, isRecertificationId, LONGEST_HOLD_DAYS, type Outcome, stopReasonOf } from '@throughline/domain';
import { Typography } from '@mui/material';
import { useForm } from 'react-hook-form';
import { ApiError } from '../../../../api/api-error.js';
import { changedNotice } from '../../../../meanwhile/changed-meanwhile.js';
import { type ReplacingCommand, useReplacing } from '../../../../meanwhile/use-replacing.js';
import { BoundField } from '../../../../ui/fields/bound-field.js';
import { CENTRAL, todayPlus } from '../../../../ui/words/calendar.js';
import { DateField } from '../../../../ui/fields/date/date-field.js';
import { CommandDialog } from '../../../../ui/dialogs/command-dialog.js';
import { schemaResolver } from '../../../../ui/fields/schema-resolver.js';
import { TextField } from '../../../../ui/fields/text-field.js';
import {
  type DialogAction,
  countOf,
  type TaskActionProps,
  type TaskDialogProps,
  type WorkedTask,
} from './available-actions.js';
import { idsOf, ItemChoice } from './task-fields.js';
import { actsOn, holdOf, HoldWatched, inWords, watchedValuesOf, useListedItems, useWatched } from './task-watched.js';
import { AssignTasks } from './assign-tasks.js';
import { AssignTrackingNumber } from './assign-tracking-number.js';
import type { PanelKeeper } from '../outcome/panel-draft.js';
import { useRecorded } from '../outcome/use-record-outcome.js';
import { NextTaskSelect } from '../outcome/next-task-select.js';

interface TaskActionDialogProps extends TaskActionProps {
  /** An outcome is one that stops items. */
  readonly action: DialogAction | Outcome;
  readonly onClose: () => void;
}

/** The dialog of an action. Loaded when opened. */
export function TaskActionDialog({ action, ...props }: TaskActionDialogProps) {
  if (typeof action === 'object') return <StopByOutcome {...props} outcome={action} />;
  switch (action) {
    case 'assign':
      return <AssignTasks tasks={[props.task]} onSettled={props.onSettled} onClose={props.onClose} />;
    case 'move':
      return <MoveItems {...props} />;
    case 'track':
      return <AssignTrackingNumber {...props} />;
    case 'hold':
      return <PutOnHold {...props} />;
    case 'stop':
      return <StopItems {...props} />;
  }
}

/*
 * The dialogs for items of a task. Each has the fields of its request, and is checked by the request's own schema.
 */

/** The items to choose from, and the changes of their task since the dialog was opened; a request states which of them its author saw. */
function useItemsOf(task: WorkedTask) {
  const { seen, revision } = useWatched(task);
  const items = useListedItems(task);
  const areAllGone = items.listed.every(({ isGone = false }) => isGone);
  const notice = (command: ReplacingCommand) => (
    <>
      <HoldWatched task={task} isPending={command.isPending} revision={revision} command={command} />
      {areAllGone ? <Typography>None of the items is in this task any more.</Typography> : null}
    </>
  );
  return { ...items, seen, frame: { revision, notice, hasNothingLeft: areAllGone } };
}

/** Moves items to a task that no outcome leads to. The task is completed when no item remains in it. */
export function MoveItems({ task, ...props }: TaskDialogProps) {
  const { listed, chosenOf, seen, frame } = useItemsOf(task);
  const form = useForm({
    defaultValues: { itemIds: idsOf(task.items), task: '', reason: '' },
    resolver: schemaResolver(chosenOf(moveItemsBody), { task: 'Choose the next task.' }),
  });
  const { control } = form;
  return (
    <CommandDialog
      {...props}
      {...frame}
      endpoint="POST /tasks/{taskId}/move"
      form={form}
      request={(body) => ({ params: { taskId: task.taskId }, body: { ...body, seen } })}
      doneWords={({ body: { itemIds, task: next } }) => `${countOf(itemIds.length, 'item')} moved to ${next}`}
      title={`Move items to another task than ${task.task} leads to`}
      submitLabel="Move"
    >
      <ItemChoice control={control} name="itemIds" label="Items" items={listed} />
      <NextTaskSelect control={control} name="task" label="Next task" from={task.task} />
      <BoundField control={control} name="reason">
        {(field) => <TextField {...field} label="Reason" rows={2} help="For the staff only." required />}
      </BoundField>
    </CommandDialog>
  );
}

/** Puts the task on hold until a day. It waits in the tab On hold, and returns automatically. */
export function PutOnHold({ task, ...props }: TaskDialogProps) {
  const replacing = useReplacing({
    present: holdOf(task),
    premises: watchedValuesOf(task),
    besides: {},
    schema: holdTaskBody,
  });
  const { control } = replacing.form;
  return (
    <CommandDialog
      {...props}
      {...replacing}
      endpoint="POST /tasks/{taskId}/hold"
      request={(body) => ({ params: { taskId: task.taskId }, body })}
      doneWords={({ body: { until } }) => `${task.task} is on hold until ${dayInWords(until)}`}
      refusedAt={(error) => (isAboutDay(error) ? { until: error.message } : replacing.refusedAt(error))}
      title={`Put ${task.task} on hold`}
      submitLabel="Put on hold"
      notice={changedNotice({ revision: replacing.revision, acts: actsOn(task), inWords })}
    >
      <BoundField control={control} name="until">
        {(field) => (
          <DateField
            {...field}
            label="Day"
            help="MM/DD/YYYY, Central Time. The task comes back in the morning of this day and is not due before it."
            days={{
              min: todayPlus({ days: 1, timeZone: CENTRAL }),
              max: todayPlus({ days: LONGEST_HOLD_DAYS, timeZone: CENTRAL }),
            }}
            required
          />
        )}
      </BoundField>
      <BoundField control={control} name="reason">
        {(field) => (
          <TextField {...field} label="Reason" rows={2} help={seenBy(task, 'The referrer can see this reason.')} />
        )}
      </BoundField>
    </CommandDialog>
  );
}

/** True for a refusal that belongs to the field of the day. */
const isAboutDay = (error: Error): boolean =>
  error instanceof ApiError && ['item-task/hold-day-not-ahead', 'item-task/hold-too-long'].includes(error.code);

/** Stops items. The reason is kept with them (ordering specification, section 4, Stopping items). */
export function StopItems({ task, ...props }: TaskDialogProps) {
  const { listed, chosenOf, seen, frame } = useItemsOf(task);
  const form = useForm({
    defaultValues: { itemIds: idsOf(task.items.length === 1 ? task.items : []), reason: '' },
    resolver: schemaResolver(chosenOf(stopItemsBody)),
  });
  const { control, formState } = form;
  return (
    <CommandDialog
      {...props}
      {...frame}
      endpoint="POST /tasks/{taskId}/stop"
      form={form}
      request={(body) => ({ params: { taskId: task.taskId }, body: { ...body, seen } })}
      doneWords={({ body: { itemIds } }) => `${countOf(itemIds.length, 'item')} stopped`}
      title="Stop items"
      submitLabel="Stop items"
      submitColor="error"
      dirty={formState.dirtyFields.reason === true}
    >
      <ItemChoice control={control} name="itemIds" label="Items" items={listed} />
      <StopReason task={task} />
    </CommandDialog>
  );
}

/** The field `reason` of the form around it. */
const StopReason = ({ task }: Pick<TaskDialogProps, 'task'>) => (
  <BoundField name="reason">
    {(field) => (
      <TextField
        {...field}
        label="Reason"
        rows={2}
        help={seenBy(task, 'The referrer sees this reason with the item.')}
        required
      />
    )}
  </BoundField>
);

type RecordBody = RequestOf<'POST /tasks/{taskId}/outcome'>['body'];

interface StopByOutcomeProps extends TaskDialogProps {
  /** An outcome that stops items. */
  readonly outcome: Outcome;
  /** The items that are checked first. Absent: all. */
  readonly itemIds?: readonly number[];
  /** What was entered about the outcome already. */
  readonly told?: Pick<RecordBody, 'method' | 'note'>;
  /** Of the draft that has what was entered. */
  readonly keeper?: PanelKeeper;
  readonly onRecorded?: () => void;
}

/** Records an outcome that stops items: which of them, and the reason, which is first that of the outcome. */
export function StopByOutcome({
  task,
  outcome,
  itemIds = idsOf(task.items),
  told = {},
  onRecorded,
  ...props
}: StopByOutcomeProps) {
  const { listed, chosenOf, seen, frame } = useItemsOf(task);
  const form = useForm({
    defaultValues: { itemIds: [...itemIds], reason: stopReasonOf(outcome) ?? '' },
    resolver: schemaResolver(chosenOf(stopItemsBody)),
  });
  const recorded = useRecorded({ task, onSettled: props.onSettled });
  const { control, formState } = form;
  return (
    <CommandDialog
      {...props}
      {...frame}
      endpoint="POST /tasks/{taskId}/outcome"
      form={form}
      request={(body) => ({ params: { taskId: task.taskId }, body: { ...told, ...body, outcome: outcome.name, seen } })}
      onDone={({ outcomeId }) => {
        recorded(outcomeId);
        onRecorded?.();
      }}
      title={`${outcome.label}: stop items`}
      submitLabel="Stop items"
      submitColor="error"
      dirty={formState.dirtyFields.reason === true}
    >
      <ItemChoice control={control} name="itemIds" label="Items" items={listed} />
      <StopReason task={task} />
    </CommandDialog>
  );
}

/** States who can read a reason: a recertification has no referrer. */
const seenBy = ({ referralId }: WorkedTask, byReferrer: string): string =>
  isRecertificationId(referralId) ? 'For the staff only.' : byReferrer;
