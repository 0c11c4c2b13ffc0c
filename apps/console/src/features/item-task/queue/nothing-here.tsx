import type { QueueTab } from '@throughline/contracts';
import { Button } from '@mui/material';
import { EmptyState } from '../../../ui/empty-state.js';
import { isNarrowed, type QueueView } from './queue-view.js';

const EMPTY: Readonly<Record<QueueTab, readonly [title: string, words: string]>> = {
  unassigned: ['No unassigned tasks', 'New tasks appear here as orders arrive and progress.'],
  mine: ['No tasks are assigned to you', 'Claim a task under Unassigned to see it here.'],
  'on-hold': [
    'No tasks are on hold',
    'Tasks that were put on hold stay here until their day, backordered ones until they are due.',
  ],
  overdue: ['No tasks are overdue', 'Tasks move here when their due day has passed.'],
  open: ['No open tasks', 'New tasks appear here as orders arrive and progress.'],
  completed: ['No tasks were completed in the last 14 days', 'Completed tasks stay here for 14 days.'],
};

/** A tab without a task. Loaded when there is none. */
export function NothingHere({ view, onClear }: { readonly view: QueueView; readonly onClear: () => void }) {
  const [title, words] = EMPTY[view.tab];
  if (!isNarrowed(view)) return <EmptyState title={title}>{words}</EmptyState>;
  return (
    <EmptyState title="No task matches" action={<Button onClick={onClear}>Clear filters</Button>}>
      No task in this tab matches the search and the filters.
    </EmptyState>
  );
}
