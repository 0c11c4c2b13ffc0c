import { QUEUE_TABS, type QueueTab } from '@throughline/contracts';
import { Button, Stack } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { call, searchQuery } from '../../../api/api.js';
import { EmptyState } from '../../../ui/page/empty-state.js';
import { DidYouMean } from '../../../ui/tables/suggested-searches.js';
import { TAB_LABELS } from './queue-tabs.js';
import { filterQuery, isNarrowed, NO_FILTERS, type QueueView } from './queue-view.js';

const EMPTY: Readonly<Record<QueueTab, readonly [title: string, words: string]>> = {
  unassigned: ['No unassigned tasks', 'New tasks appear here as referrals arrive and progress.'],
  mine: ['No tasks are assigned to you', 'Claim a task under Unassigned to see it here.'],
  'on-hold': [
    'No tasks are on hold',
    'Tasks that were put on hold stay here until their day, backordered ones until they are due.',
  ],
  overdue: ['No tasks are overdue', 'Tasks move here when their due day has passed.'],
  open: ['No open tasks', 'New tasks appear here as referrals arrive and progress.'],
  completed: ['No tasks were completed in the last 14 days', 'Completed tasks stay here for 14 days.'],
};

interface NothingHereProps {
  readonly view: QueueView;
  /** The counts of all tabs, under the search and the filters of the view. */
  readonly counts: Readonly<Record<QueueTab, number>> | undefined;
  readonly onShow: (change: Partial<QueueView>) => void;
}

/** An empty tab. It offers the tabs that have matching tasks, or otherwise searches with a similar spelling. Loaded when a tab is empty. */
export function NothingHere({ view, counts, onShow }: NothingHereProps) {
  const [title, words] = EMPTY[view.tab];
  if (!isNarrowed(view)) return <EmptyState title={title}>{words}</EmptyState>;
  const elsewhere = QUEUE_TABS.filter((tab) => (counts?.[tab] ?? 0) > 0);
  return (
    <EmptyState
      title="No task matches"
      action={<Button onClick={() => onShow({ search: '', filters: NO_FILTERS })}>Clear filters</Button>}
    >
      No task in this tab matches the search and the filters.
      {elsewhere.length > 0 ? (
        <Stack direction="row" sx={CHOICES}>
          In other tabs:
          {elsewhere.map((tab) => (
            <Button key={tab} size="small" variant="outlined" onClick={() => onShow({ tab })}>
              {TAB_LABELS[tab]} ({counts?.[tab].toLocaleString('en-US')})
            </Button>
          ))}
        </Stack>
      ) : (
        <NearSearches view={view} onShow={onShow} />
      )}
    </EmptyState>
  );
}

const CHOICES = { gap: 1, mt: 1, flexWrap: 'wrap', justifyContent: 'center', alignItems: 'center' } as const;

function NearSearches({ view: { search, filters }, onShow }: Pick<NothingHereProps, 'view' | 'onShow'>) {
  const query = { ...searchQuery(search), ...filterQuery(filters) };
  const { data = [] } = useQuery({
    queryKey: ['suggested-task-searches', query],
    queryFn: ({ signal }) => call('GET /tasks/suggestions', { query }, { signal }),
    enabled: search !== '',
  });
  return <DidYouMean suggestions={data} onChoose={(suggestion) => onShow({ search: suggestion })} />;
}
