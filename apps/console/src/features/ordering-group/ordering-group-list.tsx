import type { OrderingGroupRow } from '@throughline/contracts';
import { Chip, Stack } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { call } from '../../api/api.js';
import { READ_AGAIN_MS } from '../../api/query-client.js';
import { AdminTable } from '../../ui/tables/admin-table.js';
import type { DataColumn } from '../../ui/tables/data-column.js';
import { onDemand } from '../../ui/page/on-demand.js';
import { ReadState } from '../../ui/page/read-state.js';

const ChangeGroup = onDemand(async () => (await import('./change-ordering-group.js')).ChangeOrderingGroupDialog);

/**
 * Two tables of ordering groups: those in which people are enrolled, and those of the order forms. An admin sets what each group may order.
 */
export function OrderingGroupList() {
  const read = useQuery({
    queryKey: ['ordering-groups'],
    queryFn: ({ signal }) => call('GET /ordering-groups', {}, { signal }),
    refetchInterval: READ_AGAIN_MS,
  });
  return (
    <ReadState read={read} failed="Failed to load groups" loading="Groups are loading">
      {(data) => (
        <Stack spacing={4}>
          <AdminTable
            {...TABLE}
            heading="Groups of people"
            caption="Groups of people and what they may order"
            about="People are enrolled in these groups on their profile: a signed-in person may order what at least one of their groups may, and everything if they are in none."
            rows={data.filter(({ people }) => people !== null)}
          />
          <AdminTable
            {...TABLE}
            heading="Groups of orders"
            caption="Groups of orders and what they may order"
            about="Each order form belongs to one of these groups, no matter who fills it in. The catalogue says which items the group may order; here a whole category can be withheld from it."
            rows={data.filter(({ people }) => people === null)}
          />
        </Stack>
      )}
    </ReadState>
  );
}

const COLUMNS: readonly DataColumn<OrderingGroupRow>[] = [
  {
    id: 'name',
    header: 'Group',
    title: true,
    width: '24%',
    cell: ({ groupId, name, people }) => {
      if (people !== null) return `${name} (${people === 1 ? '1 person' : `${people} people`})`;
      return groupId === null ? name : `${name} (group ${groupId})`;
    },
  },
  { id: 'may', header: 'May order', cell: (group) => <Categories group={group} withheld={false} /> },
  { id: 'withheld', header: 'Withheld', width: '24%', cell: (group) => <Categories group={group} withheld /> },
];

const TABLE: Omit<ComponentProps<typeof AdminTable<OrderingGroupRow>>, 'caption' | 'rows'> = {
  columns: COLUMNS,
  rowKey: ({ groupId }) => String(groupId),
  rowName: ({ name }) => name,
  acts: [{ label: 'Change', Dialog: ChangeGroup }],
  actsWidth: '110px',
  empty: { title: 'No groups' },
};

function Categories({ group, withheld }: { readonly group: OrderingGroupRow; readonly withheld: boolean }) {
  const shown = group.categories.filter((category) => category.withheld === withheld);
  if (shown.length === 0) return '–';
  return (
    <Stack component="ul" direction="row" sx={{ listStyle: 'none', m: 0, p: 0, gap: 0.5, flexWrap: 'wrap' }}>
      {shown.map(({ itemCategory, items }) => (
        <li key={itemCategory}>
          <Chip size="small" label={`${itemCategory} (${items})`} color={withheld ? 'warning' : 'default'} />
        </li>
      ))}
    </Stack>
  );
}
