import { useState } from 'react';
import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { assignTrackingNumber } from '../api/assign-tracking-number.js';
import { allOf, ItemChoice } from '../task/item-choice.js';
import { isBlank, NO_PARCEL, parcelFaults, TrackingFields } from '../task/tracking-fields.js';
import type { TaskActionProps } from '../task/worked-task.js';

/** Says which parcel items are in, so that everybody can follow it. */
export function AssignTrackingNumber({ task, onSettled, onClose }: TaskActionProps & { readonly onClose: () => void }) {
  const [chosen, setChosen] = useState(allOf(task.items));
  const [parcel, setParcel] = useState(NO_PARCEL);
  const [asked, setAsked] = useState(false);
  const faults = parcelFaults(parcel);
  const assign = useCommand(assignTrackingNumber, {
    onSuccess: (_, { carrier, number }) => {
      toast(`${carrier} ${number} recorded`);
      onSettled();
      onClose();
    },
    onError: onSettled,
  });
  return (
    <FormDialog
      open
      title="Add tracking number"
      submitLabel="Add"
      dirty={!isBlank(parcel)}
      busy={assign.isPending}
      error={assign.error}
      onClose={onClose}
      onSubmit={() => {
        setAsked(true);
        if (chosen.size > 0 && Object.keys(faults).length === 0) {
          assign.mutate({ referralId: task.referralId, itemIds: [...chosen], ...parcel });
        }
      }}
    >
      <ItemChoice
        label="Items in the parcel"
        items={task.items}
        chosen={chosen}
        onChange={setChosen}
        error={asked && chosen.size === 0 ? 'Choose at least one item.' : null}
      />
      <TrackingFields parcel={parcel} onChange={setParcel} faults={asked ? faults : null} />
    </FormDialog>
  );
}
