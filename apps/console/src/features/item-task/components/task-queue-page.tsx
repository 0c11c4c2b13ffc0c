import type { QueueTab, TaskQueueRow, TaskSortField } from '@throughline/contracts';
import { mayWorkTasks } from '@throughline/domain';
import { Box, Button, Stack, Typography } from '@mui/material';
import { useAtomValue } from 'jotai';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { userAtom } from '../../../session/session.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { Page } from '../../../ui/page.js';
import { ShowUpdates } from '../../../ui/show-updates.js';
import { useFocusKept } from '../../../ui/use-focus-kept.js';
import { TablePager } from '../../../ui/table-pager.js';
import { BulkActions } from '../queue/bulk-actions.js';
import { QueueFilters } from '../queue/queue-filters.js';
import { QueueTabs } from '../queue/queue-tabs.js';
import { addressOf, isNarrowed, QUEUE_PAGE_SIZE, type QueueView, queueViewOf } from '../queue/queue-view.js';
import { TaskTable } from '../queue/task-table.js';
import { useTaskQueue } from '../queue/use-task-queue.js';
import { type AskedAction, TaskDialog } from '../task/task-dialog.js';

interface Asked {
  readonly action: AskedAction;
  readonly row: TaskQueueRow;
}

const NOBODY: ReadonlySet<string> = new Set();

/** /queue: what waits for the staff, and the quickest way to do it. Ops watch. `views` stands beside its filters. */
export function TaskQueuePage({ views }: { readonly views: ReactNode }) {
  const user = useAtomValue(userAtom);
  const [address, setAddress] = useSearchParams();
  const view = useMemo(() => queueViewOf(address), [address]);
  const queue = useTaskQueue(view, user?.id ?? '');
  const [selected, setSelected] = useState(NOBODY);
  const [asked, setAsked] = useState<Asked | null>(null);
  // What others took away meanwhile is chosen no more, once the person has seen that it went.
  const chosen = useMemo(
    () => new Set(queue.rows.map(({ row }) => row.taskId).filter((taskId) => selected.has(taskId))),
    [queue.rows, selected],
  );
  const mayWork = user !== null && mayWorkTasks(user);

  // Whatever brought other rows (a filter, Back, a saved view): what was selected among those before is out of sight.
  useEffect(() => setSelected(NOBODY), [view]);
  const show = (change: Partial<QueueView>, replace = false) =>
    setAddress(addressOf({ ...view, page: 0, ...change }), { replace, preventScrollReset: true });
  const { readRow } = queue;
  const settle = useCallback((taskId: string) => void readRow(taskId), [readRow]);
  const ask = useCallback((action: AskedAction, row: TaskQueueRow) => setAsked({ action, row }), []);

  return (
    <Page
      title="Queue"
      about="Every task that waits for somebody. Due days are in Central Time."
      width="full"
      loading={queue.isLoading}
      error={queue.error}
      errorTitle="Failed to load the queue"
      onRetry={queue.showUpdates}
    >
      <QueueTabs tab={view.tab} counts={queue.counts} onChange={(tab) => show({ tab })} />
      <Box role="tabpanel" id="queue-panel" aria-labelledby={`queue-tab-${view.tab}`}>
        <QueueFilters view={view} onChange={(narrowing) => show(narrowing, narrowing.search !== view.search)}>
          {views}
        </QueueFilters>
        <AboveTable choosing={chosen.size > 0}>
          {chosen.size > 0 ? (
            <BulkActions
              taskIds={[...chosen]}
              onSettled={() => {
                chosen.forEach(settle);
                setSelected(NOBODY);
              }}
              onClear={() => setSelected(NOBODY)}
            />
          ) : null}
          {queue.pending > 0 ? <ShowUpdates count={queue.pending} onShow={queue.showUpdates} /> : null}
          {chosen.size === 0 && queue.pending === 0 ? (
            <Typography variant="body2" color="textSecondary">
              Age counts from the order, In step from when its first item came to the task.
            </Typography>
          ) : null}
        </AboveTable>
        <TaskTable
          tab={view.tab}
          rows={queue.rows}
          busy={queue.isRefreshing}
          userId={user?.id ?? ''}
          mayWork={mayWork}
          sort={view.sort}
          onSort={({ field, sort }) => show({ sort: { field: field as TaskSortField, sort } })}
          selected={chosen}
          onSelect={setSelected}
          onAsk={ask}
          onSettled={settle}
          empty={
            <NothingHere
              view={view}
              onClear={() => setAddress(addressOf({ ...queueViewOf(new URLSearchParams()), tab: view.tab }))}
            />
          }
        />
        <TablePager
          page={view.page}
          rowCount={queue.rowCount}
          pageSize={QUEUE_PAGE_SIZE}
          noun="tasks"
          onPage={(page) => show({ page })}
        />
      </Box>
      {asked ? (
        <TaskDialog
          action={asked.action}
          task={asked.row}
          onSettled={() => settle(asked.row.taskId)}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </Page>
  );
}

/** A line that is always there, so that what comes into it moves no row under a pointer. */
function AboveTable({ choosing, children }: { readonly choosing: boolean; readonly children: ReactNode }) {
  const focusKept = useFocusKept();
  return (
    <Stack
      {...focusKept}
      role="group"
      aria-label="About the list"
      direction={{ xs: 'column', md: 'row' }}
      sx={{
        // On a phone what is offered stands below what can be done with the chosen rows.
        minHeight: { xs: choosing ? 144 : 62, md: 62 },
        justifyContent: { xs: 'center', md: 'flex-start' },
        alignItems: { md: 'center' },
        gap: 1,
        pb: 1,
        '& > .MuiPaper-root': { mb: 0 },
      }}
    >
      {children}
    </Stack>
  );
}

const EMPTY: Readonly<Record<QueueTab, readonly [title: string, words: string]>> = {
  unassigned: ['Nothing waits for somebody to take it', 'New tasks appear here as orders come in and move on.'],
  mine: ['You hold no task', 'Claim one under Unassigned, and it will wait for you here.'],
  'on-hold': ['Nothing waits for stock', 'Backordered items stand here until they are due.'],
  overdue: ['Nothing is overdue', 'Tasks move here when their due day has passed.'],
  completed: ['Nothing was completed in the last seven days', 'What is completed stays here for a week.'],
};

function NothingHere({ view, onClear }: { readonly view: QueueView; readonly onClear: () => void }) {
  const [title, words] = EMPTY[view.tab];
  if (!isNarrowed(view)) return <EmptyState title={title}>{words}</EmptyState>;
  return (
    <EmptyState title="No task matches" action={<Button onClick={onClear}>Clear filters</Button>}>
      Nothing in this part of the queue fits the search and the filters.
    </EmptyState>
  );
}
