import { holdTaskBody } from '@throughline/contracts';
import { dayInWords } from '@throughline/domain';
import { ApiError } from '../../../../api/api-error.js';
import { changedNotice } from '../../../../meanwhile/changed-meanwhile.js';
import { useReplacing } from '../../../../meanwhile/use-replacing.js';
import { BoundField } from '../../../../ui/fields/bound-field.js';
import { DateField } from '../../../../ui/fields/date/date-field.js';
import { CommandDialog } from '../../../../ui/dialogs/command-dialog.js';
import type { TaskDialogProps } from './available-actions.js';
import { ReasonOfTask } from './items-dialogs.js';
import { holdDays } from './task-fields.js';
import { actsOn, holdOf, inWords, watchedValuesOf } from './task-watched.js';

/** Puts the task on hold until a day. It waits in the tab On hold, and returns automatically. */
export function PutOnHold({ task, ...props }: TaskDialogProps) {
  const premises = watchedValuesOf(task);
  const replacing = useReplacing({ present: holdOf(task), premises, otherDefaults: {}, schema: holdTaskBody });
  const { revision, refusedAt } = replacing;
  return (
    <CommandDialog
      {...props}
      {...replacing}
      endpoint="POST /tasks/{taskId}/hold"
      request={(body) => ({ params: { taskId: task.taskId }, body })}
      doneWords={({ body: { until } }) => `${task.task} is on hold until ${dayInWords(until)}`}
      refusedAt={(error) => (isAboutDay(error) ? { until: error.message } : refusedAt(error))}
      title={`Put ${task.task} on hold`}
      submitLabel="Put on hold"
      notice={changedNotice({ revision, acts: actsOn(task), inWords })}
    >
      <DayField />
      <ReasonOfTask task={task} help="The referrer can see this reason." />
    </CommandDialog>
  );
}

/** True for a refusal that belongs to the field of the day. */
const isAboutDay = (error: Error): boolean =>
  error instanceof ApiError && ['item-task/hold-day-not-ahead', 'item-task/hold-too-long'].includes(error.code);

/** The field `until` of the form around it. */
const DayField = () => (
  <BoundField name="until">
    {(field) => (
      <DateField
        {...field}
        label="Day"
        help="MM/DD/YYYY, Central Time. The task comes back in the morning of this day and is not due before it."
        days={holdDays(1)}
        required
      />
    )}
  </BoundField>
);
