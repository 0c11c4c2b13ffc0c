import type { OrderingGroupRow } from '@throughline/contracts';
import { Button, Chip, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { call } from '../../../api/api.js';
import { Coming } from '../../../ui/coming.js';
import type { DataColumn } from '../../../ui/data-column.js';
import { DataTable } from '../../../ui/data-table.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { ErrorState } from '../../../ui/error-state.js';
import { onDemand } from '../../../ui/on-demand.js';

const ChangeGroup = onDemand(async () => (await import('./change-ordering-group.js')).ChangeOrderingGroup);

/** The groups on whose behalf is ordered; an admin says what each may order. */
export function OrderingGroupList() {
  const { data, error, refetch } = useQuery({
    queryKey: ['ordering-groups'],
    queryFn: ({ signal }) => call('GET /ordering-groups', {}, { signal }),
  });
  const [asked, setAsked] = useState<OrderingGroupRow | null>(null);
  const close = useCallback(() => setAsked(null), []);
  if (data === undefined) {
    return error ? (
      <ErrorState title="Failed to load groups" error={error} onRetry={() => void refetch()} />
    ) : (
      <Coming label="Groups are loading" />
    );
  }
  return (
    <>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        The catalogue says which items a group may order. Here a whole category can be withheld from a group. New orders
        alone are affected.
      </Typography>
      <DataTable
        caption="Groups and what they may order"
        columns={columnsWith(setAsked)}
        rows={data}
        rowKey={({ groupId }) => String(groupId)}
        empty={<EmptyState title="No groups" />}
      />
      {asked ? <ChangeGroup group={asked} onClose={close} onFailed={close} /> : null}
    </>
  );
}

const columnsWith = (ask: (group: OrderingGroupRow) => void): readonly DataColumn<OrderingGroupRow>[] => [
  {
    id: 'name',
    header: 'Group',
    title: true,
    width: '24%',
    cell: ({ groupId, name }) => (groupId === null ? name : `${name} (${groupId})`),
  },
  { id: 'may', header: 'May order', cell: (group) => <Categories group={group} withheld={false} /> },
  { id: 'withheld', header: 'Withheld', width: '24%', cell: (group) => <Categories group={group} withheld /> },
  {
    id: 'acts',
    header: 'Actions',
    width: '110px',
    cell: (group) => (
      <Button size="small" aria-label={`Change ${group.name}`} onClick={() => ask(group)}>
        Change
      </Button>
    ),
  },
];

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
