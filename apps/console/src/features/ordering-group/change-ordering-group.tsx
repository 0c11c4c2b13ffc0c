import { orderingGroupBody, type OrderingGroupRow } from '@throughline/contracts';
import { ADMIN_AREAS, type ItemCategory } from '@throughline/domain';
import { Controller } from 'react-hook-form';
import { adminActsOn } from '../../meanwhile/acts.js';
import { changedNotice } from '../../meanwhile/changed-meanwhile.js';
import { useReplacing } from '../../meanwhile/use-replacing.js';
import { CheckList } from '../../ui/fields/choice/check-list.js';
import { CommandDialog } from '../../ui/dialogs/command-dialog.js';
import type { RowDialogProps } from '../../ui/tables/admin-table.js';
import { ReasonField } from '../../ui/fields/reason-field.js';

/** The acts that changed this group, for the notice of a concurrent change. */
const actsOn = (groupId: OrderingGroupRow['groupId']) =>
  adminActsOn({ search: ADMIN_AREAS['orderingGroup'] ?? '' }, ({ type, data }) =>
    type === 'OrderingGroupChanged' && data.groupId === groupId ? { withheld: data.withheld } : null,
  );

/** The dialog that sets which categories a group may order. */
export function ChangeOrderingGroup({ row, onClose }: RowDialogProps<OrderingGroupRow>) {
  const { groupId, name, categories } = row;
  const all = categories.map(({ itemCategory }) => itemCategory);
  const replacing = useReplacing({
    present: { withheld: categories.filter(({ withheld }) => withheld).map(({ itemCategory }) => itemCategory) },
    beside: ['withheld'],
    typedOf: (values) => values,
    besides: { groupId, reason: '' },
    schema: orderingGroupBody,
  });
  return (
    <CommandDialog
      endpoint="POST /ordering-groups"
      {...replacing}
      request={(body) => ({ body })}
      doneWords={`${name}: changed`}
      reads={[['ordering-groups'], ['items']]}
      title={`What may be ordered: ${name}`}
      about="Counts for new orders within five seconds. An open order form follows when somebody next turns to its items. An order with a withheld item is refused, and says which."
      submitLabel="Save"
      errorTitle="The group was not changed"
      onClose={onClose}
      notice={changedNotice({
        revision: replacing.revision,
        acts: actsOn(groupId),
        inWords: (_, { withheld }) => ['Withheld', withheld.join(', ') || 'nothing'],
      })}
    >
      <Controller
        control={replacing.form.control}
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
      <ReasonField />
    </CommandDialog>
  );
}
