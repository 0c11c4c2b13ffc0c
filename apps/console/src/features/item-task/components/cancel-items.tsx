import { useState } from 'react';
import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { cancelItems } from '../api/cancel-items.js';
import { allOf, ItemChoice } from '../task/item-choice.js';
import { countOf, type WorkedItem } from '../task/worked-task.js';

interface CancelItemsProps {
  readonly referralId: string;
  /** Stopped ones. */
  readonly items: readonly WorkedItem[];
  readonly onSettled: () => void;
  readonly onClose: () => void;
}

/** Closes stopped items for good. */
export function CancelItems({ referralId, items, onSettled, onClose }: CancelItemsProps) {
  const [chosen, setChosen] = useState(allOf(items));
  const [asked, setAsked] = useState(false);
  const cancel = useCommand(cancelItems, {
    onSuccess: (_, { itemIds }) => {
      toast(`${countOf(itemIds.length, 'item')} canceled`);
      onSettled();
      onClose();
    },
    onError: onSettled,
  });
  return (
    <FormDialog
      open
      title="Cancel stopped items"
      submitLabel="Cancel items"
      submitColor="error"
      busy={cancel.isPending}
      error={cancel.error}
      onClose={onClose}
      onSubmit={() => {
        setAsked(true);
        if (chosen.size > 0) cancel.mutate({ referralId, itemIds: [...chosen] });
      }}
    >
      <ItemChoice
        label="Canceled items cannot be worked on again"
        items={items}
        chosen={chosen}
        onChange={setChosen}
        error={asked && chosen.size === 0 ? 'Choose at least one item.' : null}
      />
    </FormDialog>
  );
}
