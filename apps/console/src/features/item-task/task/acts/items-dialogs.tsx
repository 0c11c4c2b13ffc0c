import { moveItemsBody, type RequestOf, stopItemsBody } from '@throughline/contracts';
import { isRecertificationId, type Outcome, stopReasonOf } from '@throughline/domain';
import { Typography } from '@mui/material';
import type { ComponentProps } from 'react';
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form';
import type { ReplacingCommand } from '../../../../meanwhile/use-replacing.js';
import { BoundText } from '../../../../ui/fields/bound-text.js';
import { CommandDialog } from '../../../../ui/dialogs/command-dialog.js';
import { schemaResolver } from '../../../../ui/fields/schema-resolver.js';
import type { TaskDialogProps, WorkedTask } from './available-actions.js';
import { idsOf, ItemChoice, type ListedItem } from './task-fields.js';
import { HoldWatched, useListedItems, useWatched } from './task-watched.js';
import type { PanelKeeper } from '../outcome/panel-draft.js';
import { type OnRecorded, useRecorded } from '../outcome/use-record-outcome.js';
import { NextTaskSelect } from '../outcome/next-task-select.js';
import { countOf } from '../../../../ui/words/counts.js';

/* The dialogs for items of a task. Each has the fields of its request, and is checked by the request's own schema. */

interface ItemsForm<Typed extends FieldValues, Body> {
  readonly typed: Typed;
  readonly schema: Parameters<typeof schemaResolver<Typed, Body>>[0];
  /** Messages in place of the schema's, by field. */
  readonly messages?: Readonly<Record<string, string>>;
}

/**
 * The form of a command on items, the items to choose from, and the changes of their task since the dialog was opened; a request states
 * which of them its author saw.
 */
function useItemsForm<Typed extends FieldValues, Body>(
  task: WorkedTask,
  { typed, schema, messages = {} }: ItemsForm<Typed, Body>,
) {
  const { seen, revision } = useWatched(task);
  const { listed, chosenOf } = useListedItems(task);
  const form = useForm({
    defaultValues: typed as DefaultValues<Typed>,
    resolver: schemaResolver<Typed, Body>(chosenOf(schema), messages),
  });
  const hasNothingLeft = listed.every(({ isGone = false }) => isGone);
  const notice = (command: ReplacingCommand) => (
    <>
      <HoldWatched task={task} isPending={command.isPending} revision={revision} command={command} />
      {hasNothingLeft ? <Typography>None of the items is in this task any more.</Typography> : null}
    </>
  );
  return { listed, seen, frame: { form, revision, notice, hasNothingLeft } };
}

const MOVE = { schema: moveItemsBody, messages: { task: 'Choose the next task.' } };

/** Moves items to a task that no outcome leads to. The task is completed when no item remains in it. */
export function MoveItemsDialog({ task, ...props }: TaskDialogProps) {
  const typed = { itemIds: idsOf(task.items), task: '', reason: '' };
  const { listed, seen, frame } = useItemsForm(task, { ...MOVE, typed });
  return (
    <CommandDialog
      {...props}
      {...frame}
      endpoint="POST /tasks/{taskId}/move"
      request={(body) => ({ params: { taskId: task.taskId }, body: { ...body, seen } })}
      doneWords={({ body: { itemIds, task: next } }) => `${countOf(itemIds.length, 'item')} moved to ${next}`}
      title={`Move items to another task than ${task.task} leads to`}
      submitLabel="Move"
    >
      <ItemChoice name="itemIds" label="Items" items={listed} />
      <NextTaskSelect name="task" label="Next task" from={task.task} />
      <BoundText name="reason" label="Reason" rows={2} help="For the staff only." required />
    </CommandDialog>
  );
}

/** The form of a dialog that stops items: the checked ones, and the reason to begin with. */
function useStopForm(task: WorkedTask, itemIds: readonly number[], reason: string) {
  const { frame, ...items } = useItemsForm(task, { typed: { itemIds: [...itemIds], reason }, schema: stopItemsBody });
  const dirty = frame.form.formState.dirtyFields.reason === true;
  return { ...items, frame: { ...frame, dirty, submitLabel: 'Stop items', submitColor: 'error' as const } };
}

/** Stops items. The reason is kept with them (ordering specification, section 4, Stopping items). */
export function StopItemsDialog({ task, ...props }: TaskDialogProps) {
  const { listed, seen, frame } = useStopForm(task, idsOf(task.items.length === 1 ? task.items : []), '');
  return (
    <CommandDialog
      {...props}
      {...frame}
      endpoint="POST /tasks/{taskId}/stop"
      request={(body) => ({ params: { taskId: task.taskId }, body: { ...body, seen } })}
      doneWords={({ body: { itemIds } }) => `${countOf(itemIds.length, 'item')} stopped`}
      title="Stop items"
    >
      <StopFields task={task} items={listed} />
    </CommandDialog>
  );
}

interface StopByOutcomeProps extends TaskDialogProps {
  /** An outcome that stops items. */
  readonly outcome: Outcome;
  /** The items that are checked first. Absent: all. */
  readonly itemIds?: readonly number[];
  /** What was entered about the outcome already. */
  readonly contact?: Pick<RequestOf<'POST /tasks/{taskId}/outcome'>['body'], 'method' | 'note'>;
  /** Keeps the key of the outcome with the panel's draft, which has what was entered. */
  readonly keeper?: PanelKeeper;
  readonly onRecorded?: OnRecorded;
}

/** Records an outcome that stops items: which of them, and the reason, which is first that of the outcome. */
export function StopByOutcome({ task, outcome, itemIds, contact, onRecorded, ...props }: StopByOutcomeProps) {
  const { listed, seen, frame } = useStopForm(task, itemIds ?? idsOf(task.items), stopReasonOf(outcome) ?? '');
  const recorded = useRecorded({ task, onSettled: props.onSettled }, onRecorded);
  return (
    <CommandDialog
      {...props}
      {...frame}
      endpoint="POST /tasks/{taskId}/outcome"
      request={(body) => ({
        params: { taskId: task.taskId },
        body: { ...contact, ...body, outcome: outcome.name, seen },
      })}
      onDone={recorded}
      title={`${outcome.label}: stop items`}
    >
      <StopFields task={task} items={listed} />
    </CommandDialog>
  );
}

const StopFields = ({ task, items }: { readonly task: WorkedTask; readonly items: readonly ListedItem[] }) => (
  <>
    <ItemChoice name="itemIds" label="Items" items={items} />
    <ReasonOfTask task={task} help="The referrer sees this reason with the item." required />
  </>
);

interface ReasonOfTaskProps extends Pick<ComponentProps<typeof BoundText>, 'required'> {
  readonly task: WorkedTask;
  /** States how the referrer sees the reason. */
  readonly help: string;
}

/** The field `reason` of the form around it. It states who can read the reason: a recertification has no referrer. */
export const ReasonOfTask = ({ task: { referralId }, help, ...field }: ReasonOfTaskProps) => (
  <BoundText
    {...field}
    name="reason"
    label="Reason"
    rows={2}
    help={isRecertificationId(referralId) ? 'For the staff only.' : help}
  />
);
