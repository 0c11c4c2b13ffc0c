import type { TaskName } from '@throughline/domain';
import { useState } from 'react';
import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { moveItems } from '../api/move-items.js';
import { ItemChoice } from '../task/item-choice.js';
import { NextTaskSelect } from '../task/next-task-select.js';
import { countOf, type TaskActionProps } from '../task/worked-task.js';

/** Sends some items on; the rest stay. The task is completed when none stays. */
export function MoveItems({ task, onSettled, onClose }: TaskActionProps & { readonly onClose: () => void }) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [to, setTo] = useState<TaskName | null>(null);
  const [asked, setAsked] = useState(false);
  const move = useCommand(moveItems, {
    onSuccess: (_, { itemIds, task: next }) => {
      toast(`${countOf(itemIds.length, 'item')} moved to ${next}`);
      onSettled();
      onClose();
    },
    onError: onSettled,
  });
  return (
    <FormDialog
      open
      title={`Move items out of ${task.task}`}
      submitLabel="Move"
      dirty={chosen.size > 0 || to !== null}
      busy={move.isPending}
      error={move.error}
      onClose={onClose}
      onSubmit={() => {
        setAsked(true);
        if (chosen.size > 0 && to !== null) move.mutate({ taskId: task.taskId, itemIds: [...chosen], task: to });
      }}
    >
      <ItemChoice
        label="Items"
        items={task.items}
        chosen={chosen}
        onChange={setChosen}
        error={asked && chosen.size === 0 ? 'Choose at least one item.' : null}
      />
      <NextTaskSelect
        label="Next task"
        from={task.task}
        value={to}
        onChange={setTo}
        error={asked && to === null ? 'Choose the next task.' : undefined}
      />
    </FormDialog>
  );
}
