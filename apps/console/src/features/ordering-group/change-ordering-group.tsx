import { orderingGroupBody, type OrderingGroupRow } from '@throughline/contracts';
import type { ItemCategory } from '@throughline/domain';
import { useController } from 'react-hook-form';
import { useReplacing } from '../../meanwhile/use-replacing.js';
import { watching } from '../../meanwhile/watched.js';
import { CheckList } from '../../ui/fields/choice/check-list.js';
import { CommandDialog } from '../../ui/dialogs/command-dialog.js';
import type { RowDialogProps } from '../../ui/tables/admin-table.js';
import { ReasonField } from '../../ui/fields/reason-field.js';

interface Withheld {
  readonly withheld: ItemCategory[];
}

const watchesOf = ({ groupId }: OrderingGroupRow) =>
  watching<Withheld>({
    area: 'Groups',
    isIt: { groupId },
    valuesAfter: ({ type, data }) => (type === 'OrderingGroupChanged' ? { withheld: data.withheld } : null),
    labels: { withheld: 'Withheld' },
  });

/** The dialog that sets which categories a group may order. */
export function ChangeOrderingGroupDialog({ row, onClose }: RowDialogProps<OrderingGroupRow>) {
  const { name, categories } = row;
  return (
    <CommandDialog
      {...WORDS}
      {...useWithheld(row)}
      watches={watchesOf(row)}
      endpoint="POST /ordering-groups"
      request={(body) => ({ body })}
      doneWords={`${name}: changed`}
      reads={[['ordering-groups'], ['items']]}
      title={`What may be ordered: ${name}`}
      onClose={onClose}
    >
      <Offered all={categories.map(({ itemCategory }) => itemCategory)} />
      <ReasonField />
    </CommandDialog>
  );
}

function useWithheld({ groupId, categories }: OrderingGroupRow) {
  const withheld = categories.filter((category) => category.withheld).map(({ itemCategory }) => itemCategory);
  return useReplacing({
    present: { withheld } satisfies Withheld,
    savedSeparately: ['withheld'],
    otherDefaults: { groupId, reason: '' },
    schema: orderingGroupBody,
  });
}

const WORDS = {
  about:
    'Counts for new orders within five seconds. An open order form follows when somebody next turns to its items. An order with a withheld item is refused, and says which.',
  submitLabel: 'Save',
  errorTitle: 'The group was not changed',
};

/** The field `withheld` of the form around it: the categories that are not withheld are checked. */
function Offered({ all }: { readonly all: readonly ItemCategory[] }) {
  const { value, onChange } = useController<Withheld, 'withheld'>({ name: 'withheld' }).field;
  return (
    <CheckList
      label="May order"
      choices={all}
      chosen={all.filter((category) => !value.includes(category))}
      onChange={(chosen) => onChange(all.filter((category) => !chosen.includes(category)))}
    />
  );
}
