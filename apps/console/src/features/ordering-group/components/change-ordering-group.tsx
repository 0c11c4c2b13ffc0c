import { orderingGroupBody, type OrderingGroupRow } from '@throughline/contracts';
import { ADMIN_AREAS, type ItemCategory } from '@throughline/domain';
import { Stack } from '@mui/material';
import { Controller } from 'react-hook-form';
import { queryClient } from '../../../api/query-client.js';
import { useCommand } from '../../../api/use-command.js';
import { adminActsOn } from '../../../meanwhile/acts.js';
import { ChangedMeanwhile, errorBeside } from '../../../meanwhile/changed-meanwhile.js';
import { useReplacing } from '../../../meanwhile/use-replacing.js';
import { toast } from '../../../ui/announcer.js';
import { CheckList } from '../../../ui/check-list.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { ReasonField } from '../../../ui/reason-field.js';

interface ChangeOrderingGroupProps {
  readonly group: OrderingGroupRow;
  readonly onClose: () => void;
}

/** The acts on one group. */
const actsOn = (groupId: OrderingGroupRow['groupId']) =>
  adminActsOn({ search: ADMIN_AREAS['orderingGroup'] ?? '' }, ({ type, data }) =>
    type === 'OrderingGroupChanged' && data.groupId === groupId ? { withheld: data.withheld } : null,
  );

/** Says which categories a group may order. */
export function ChangeOrderingGroup({ group: { groupId, name, categories }, onClose }: ChangeOrderingGroupProps) {
  const all = categories.map(({ itemCategory }) => itemCategory);
  const { form, revision, refused } = useReplacing({
    present: { withheld: categories.filter(({ withheld }) => withheld).map(({ itemCategory }) => itemCategory) },
    beside: ['withheld'],
    typedOf: (values) => values,
    besides: { groupId, reason: '' },
    schema: orderingGroupBody,
  });
  const { control, handleSubmit, formState } = form;
  const change = useCommand('POST /ordering-groups', {
    onSuccess: () => {
      toast(`${name}: changed`);
      onClose();
      void queryClient.invalidateQueries({ queryKey: ['ordering-groups'] });
      void queryClient.invalidateQueries({ queryKey: ['items'] });
    },
    onError: (error) => {
      refused(error);
      // What was changed is read at once, and said.
      void queryClient.invalidateQueries({ queryKey: ['ordering-groups'] });
    },
  });
  return (
    <FormDialog
      open
      title={`What may be ordered: ${name}`}
      about="Counts for new orders within five seconds. An open order form follows when somebody next turns to its items. An order with a withheld item is refused, and says which."
      submitLabel="Save"
      dirty={formState.isDirty}
      busy={change.isPending}
      error={errorBeside(revision, change.error)}
      errorTitle="The group was not changed"
      onClose={onClose}
      onSubmit={handleSubmit((body) => change.mutate({ body }))}
    >
      <ChangedMeanwhile
        revision={revision}
        acts={actsOn(groupId)}
        inWords={(_, { withheld }) => ['Withheld', withheld.join(', ') || 'nothing']}
        command={change}
      />
      <Stack spacing={2}>
        <Controller
          control={control}
          name="withheld"
          render={({ field: { value, onChange } }) => (
            <CheckList
              label="May order"
              choices={all}
              chosen={all.filter((category) => !value.includes(category))}
              onChange={(chosen) => onChange(all.filter((category: ItemCategory) => !chosen.includes(category)))}
            />
          )}
        />
        <ReasonField control={control} />
      </Stack>
    </FormDialog>
  );
}
