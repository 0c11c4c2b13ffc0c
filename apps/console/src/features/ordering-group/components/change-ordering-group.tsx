import { orderingGroupBody, type OrderingGroupRow } from '@throughline/contracts';
import type { ItemCategory } from '@throughline/domain';
import { Stack } from '@mui/material';
import { Controller, useForm } from 'react-hook-form';
import { queryClient } from '../../../api/query-client.js';
import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import { CheckList } from '../../../ui/check-list.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { ReasonField } from '../../../ui/reason-field.js';
import { schemaResolver } from '../../../ui/schema-resolver.js';

interface ChangeOrderingGroupProps {
  readonly group: OrderingGroupRow;
  readonly onClose: () => void;
}

/** Says which categories a group may order. */
export function ChangeOrderingGroup({ group: { groupId, name, categories }, onClose }: ChangeOrderingGroupProps) {
  const all = categories.map(({ itemCategory }) => itemCategory);
  const { control, handleSubmit, formState } = useForm({
    defaultValues: {
      groupId,
      withheld: categories.filter(({ withheld }) => withheld).map(({ itemCategory }) => itemCategory),
      reason: '',
    },
    resolver: schemaResolver(orderingGroupBody),
  });
  const change = useCommand('POST /ordering-groups', {
    onSuccess: () => {
      toast(`${name}: changed`);
      onClose();
      void queryClient.invalidateQueries({ queryKey: ['ordering-groups'] });
      void queryClient.invalidateQueries({ queryKey: ['items'] });
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
      error={change.error}
      errorTitle="The group was not changed"
      onClose={onClose}
      onSubmit={handleSubmit((body) => change.mutate({ body }))}
    >
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
