import { stopItemsBody } from '@throughline/contracts';
import { useState } from 'react';
import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { TextField } from '../../../ui/text-field.js';
import { stopItems } from '../api/stop-items.js';
import { allOf, ItemChoice } from '../task/item-choice.js';
import { countOf, type TaskActionProps } from '../task/worked-task.js';

/** Items go no further, and the reason is kept with them (ordering specification, section 4, Stopping items). */
export function StopItems({ task, onSettled, onClose }: TaskActionProps & { readonly onClose: () => void }) {
  const [chosen, setChosen] = useState(allOf(task.items.length === 1 ? task.items : []));
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const parsed = stopItemsBody.safeParse({ itemIds: [...chosen], reason });
  const fault = (field: 'itemIds' | 'reason') =>
    (asked && parsed.error?.issues.find(({ path }) => path[0] === field)?.message) || null;
  const stop = useCommand(stopItems, {
    onSuccess: (_, { itemIds }) => {
      toast(`${countOf(itemIds.length, 'item')} stopped`);
      onSettled();
      onClose();
    },
    onError: onSettled,
  });
  return (
    <FormDialog
      open
      title="Stop items"
      submitLabel="Stop items"
      submitColor="error"
      dirty={reason !== ''}
      busy={stop.isPending}
      error={stop.error}
      onClose={onClose}
      onSubmit={() => {
        setAsked(true);
        if (parsed.success) stop.mutate({ taskId: task.taskId, ...parsed.data });
      }}
    >
      <ItemChoice label="Items" items={task.items} chosen={chosen} onChange={setChosen} error={fault('itemIds')} />
      <TextField
        label="Reason"
        rows={2}
        value={reason}
        onChange={setReason}
        error={fault('reason') ?? undefined}
        help="The referrer sees it with the item."
        required
      />
    </FormDialog>
  );
}
