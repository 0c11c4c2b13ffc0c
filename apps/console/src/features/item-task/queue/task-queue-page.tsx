import type { TaskQueueRow, TaskSortField } from '@throughline/contracts';
import { mayWorkTasks, type Outcome } from '@throughline/domain';
import { Box, Button, Stack } from '@mui/material';
import { useAtomValue } from 'jotai';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { userAtom } from '../../../session/session.js';
import { ErrorState } from '../../../ui/page/error-state.js';
import { Loading, useLate } from '../../../ui/page/loading.js';
import { ChartBars } from '../../../ui/icons/page-icons.js';
import { NotLive, NotReadAgain } from '../../../ui/page/not-live.js';
import { onDemand } from '../../../ui/page/on-demand.js';
import { Page } from '../../../ui/page/page.js';
import type { Sort } from '../../../ui/tables/data-column.js';
import { ShowUpdates } from '../../../ui/tables/show-updates.js';
import { TablePager, useExistingPage } from '../../../ui/tables/table-pager.js';
import { useAddress } from '../../../ui/tables/url-state.js';
import { AboveTable, Shown } from './above-table.js';
import { NewTask } from './new-task.js';
import { QueueTools } from './queue-tools.js';
import { QueueFilters, QueueSearch } from './filters/queue-filters.js';
import { QueueTabs } from './queue-tabs.js';
import { addressAfter, isNarrowed, NO_FILTERS, QUEUE_PAGE_SIZE, type QueueChange, queueViewOf } from './queue-view.js';
import { TaskTable } from './rows/task-table.js';
import { useChosenTasks } from './use-chosen-tasks.js';
import { useTaskQueue } from './use-task-queue.js';
import { useClaim } from '../task/acts/direct-actions.js';
import type { DialogAction } from '../task/acts/available-actions.js';
import { siteStorage } from '../../../session/storage/browser-storage.js';

const BulkActions = onDemand(async () => (await import('./bulk-actions.js')).BulkActions);
const ChosenFilters = onDemand(async () => (await import('./filters/filter-panel.js')).ChosenFilters);
const NothingHere = onDemand(async () => (await import('./nothing-here.js')).NothingHere);
const QueueDashboard = onDemand(async () => (await import('../dashboard/queue-dashboard.js')).QueueDashboard);
const TaskActionDialog = onDemand(async () => (await import('../task/acts/task-dialogs.js')).TaskActionDialog);

interface OpenedDialog {
  readonly action: DialogAction | Outcome;
  readonly row: TaskQueueRow;
}

/** The key in the browser's storage that is set while the dashboard is shown. */
const SHOWS_DASHBOARD = 'shows-queue-dashboard';
/** Height of the dashboard's figures in pixels. It is reserved during loading, so that nothing moves. */
const FIGURES_HEIGHT = { xs: 56, md: 24 };

/** The page /queue with the open tasks. Staff work on them; ops can only watch. `views` is shown beside the filters. */
export function TaskQueuePage({ views }: { readonly views: ReactNode }) {
  const user = useAtomValue(userAtom);
  const [address, setAddress] = useAddress();
  const view = useMemo(() => queueViewOf(address), [address]);
  const queue = useTaskQueue(view, user?.id ?? '');
  const [opened, setOpened] = useState<OpenedDialog | null>(null);
  const shown = useMemo(() => queue.rows.map(({ row }) => row), [queue.rows]);
  const chosen = useChosenTasks(view, { shown, changes: queue.changes, readings: queue.readings });
  const choosing = chosen.taskIds.size > 0;
  const [showsDashboard, setShowsDashboard] = useState(() => siteStorage.getItem(SHOWS_DASHBOARD) !== null);
  const showDashboard = (shown: boolean) => {
    setShowsDashboard(shown);
    if (shown) siteStorage.setItem(SHOWS_DASHBOARD, 'yes');
    else siteStorage.removeItem(SHOWS_DASHBOARD);
  };
  const mayWork = user !== null && mayWorkTasks(user);

  const show = (change: QueueChange, replace = false) =>
    setAddress((before) => addressAfter(before, change), { replace });
  useExistingPage({
    page: view.page,
    pageSize: QUEUE_PAGE_SIZE,
    rowCount: queue.isEarlier ? undefined : queue.reading.data?.rowCount,
    onPage: (page) => show({ page }, true),
  });
  const narrow = (filters: QueueChange['filters']) => show({ filters });
  const clearFilters = () => show({ search: '', filters: NO_FILTERS });
  const sortBy = ({ field, sort }: Sort) => show({ sort: { field: field as TaskSortField, sort } });
  const { readRow } = queue;
  const settle = useCallback((taskId: string) => void readRow(taskId), [readRow]);
  const claim = useClaim(shown, settle);
  const isEarlier = useLate(queue.isEarlier, 400);
  const isWorkable = mayWork && view.tab !== 'completed';
  const lastShown = shown.length === 0 || queue.isEarlier ? 0 : view.page * QUEUE_PAGE_SIZE + shown.length;
  const openDialog = useCallback((action: OpenedDialog['action'], row: TaskQueueRow) => setOpened({ action, row }), []);

  return (
    <Page
      title="Queue"
      isDense
      action={
        <>
          <Stack
            direction="row"
            component="search"
            aria-label="Queue"
            // On a phone below the title and the main action.
            sx={{ gap: 1, flex: '1 1 360px', flexWrap: { xs: 'wrap', sm: 'nowrap' }, order: { xs: 1, sm: 0 } }}
          >
            <QueueSearch search={view.search} onChange={(search) => show({ search }, true)} />
            <QueueFilters
              view={view}
              counts={queue.counts}
              categories={queue.readCounts?.categoryCounts}
              onChange={narrow}
              onSort={sortBy}
              onClear={clearFilters}
            />
            {views}
            <QueueTools view={view} rows={shown} work={isWorkable ? { claim, toggle: chosen.toggle } : null} />
          </Stack>
          <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
            <Button
              variant="outlined"
              startIcon={<ChartBars size={16} aria-hidden />}
              aria-expanded={showsDashboard}
              aria-controls="queue-dashboard"
              onPointerEnter={QueueDashboard.preload}
              onFocus={QueueDashboard.preload}
              onClick={() => showDashboard(!showsDashboard)}
            >
              Dashboard
            </Button>
            {mayWork ? <NewTask /> : null}
          </Stack>
        </>
      }
      loading={queue.isLoading}
      banner={
        <>
          <SkipToTasks />
          <NotLive refusal={queue.refusal} onRetry={queue.showUpdates} />
          <NotReadAgain title="Error loading the queue" list={queue.reading} />
        </>
      }
    >
      <Box component="section" id="queue-dashboard" aria-label="Dashboard" hidden={!showsDashboard}>
        {showsDashboard ? (
          <Box sx={{ minHeight: FIGURES_HEIGHT }}>
            <QueueDashboard
              view={view}
              changes={queue.changes}
              fallback={<Loading label="Dashboard" />}
              onFailed={() => showDashboard(false)}
            />
          </Box>
        ) : null}
      </Box>
      <QueueTabs
        tab={view.tab}
        counts={queue.counts?.tabCounts}
        // The filter by day of completion does not apply to other tabs.
        onChange={(tab) => show({ tab, filters: { completed: [] } })}
      />
      <Box role="tabpanel" id="queue-panel" aria-labelledby={`queue-tab-${view.tab}`}>
        {queue.error ? (
          <ErrorState title="Failed to load the queue" error={queue.error} onRetry={queue.showUpdates} />
        ) : (
          <>
            <AboveTable choosing={choosing}>
              {choosing ? (
                <BulkActions
                  chosen={chosen}
                  // As it was read: with other words, "Choose all" would move the buttons beside it.
                  rowCount={queue.readCounts?.rowCount ?? 0}
                  onSend={queue.onSend}
                  onSettled={(taskIds) => taskIds.forEach(settle)}
                  onFailed={() => chosen.select(new Set())}
                />
              ) : (
                <Shown count={isEarlier ? null : queue.rowCount} />
              )}
              {!choosing && isNarrowed(view) ? (
                <ChosenFilters view={view} onChange={narrow} onClear={clearFilters} />
              ) : null}
              {queue.pending > 0 ? (
                <ShowUpdates count={queue.pending} onShow={queue.showUpdates} />
              ) : queue.ownActs ? (
                <Button size="small" onClick={queue.showUpdates}>
                  {queue.ownActs === 'removes' ? 'Remove what has left this list' : 'Show what has come to this list'}
                </Button>
              ) : null}
            </AboveTable>
            <TaskTable
              tab={view.tab}
              rows={queue.rows}
              namesakes={queue.reading.data?.namesakes}
              busy={queue.isRefreshing}
              userId={user?.id ?? ''}
              mayWork={mayWork}
              sort={view.sort}
              onSort={sortBy}
              selected={chosen.taskIds}
              onSelect={chosen.select}
              onOpenDialog={openDialog}
              onSettled={settle}
              empty={<NothingHere view={view} counts={queue.counts?.tabCounts} onShow={show} />}
            />
            <TablePager
              page={view.page}
              // Not fewer than there are up to the last one that is shown.
              rowCount={Math.max(queue.rowCount, lastShown)}
              pageSize={QUEUE_PAGE_SIZE}
              noun="tasks"
              onPage={(page) => show({ page })}
            />
          </>
        )}
      </Box>
      {opened ? (
        <TaskActionDialog
          action={opened.action}
          task={queue.rows.find(({ row }) => row.taskId === opened.row.taskId)?.row ?? opened.row}
          onSettled={() => settle(opened.row.taskId)}
          onClose={() => setOpened(null)}
          onFailed={() => setOpened(null)}
        />
      ) : null}
    </Page>
  );
}

/** The first stop of Tab on the page: between it and the first task are the tools, tabs and sort buttons. */
const SkipToTasks = () => (
  <Button
    size="small"
    onClick={() => document.querySelector<HTMLElement>('#queue-panel tbody a')?.focus()}
    sx={{
      position: 'absolute',
      left: -9999,
      '&:focus': { left: 'auto', zIndex: 'tooltip', bgcolor: 'background.paper' },
    }}
  >
    Skip to the tasks
  </Button>
);
