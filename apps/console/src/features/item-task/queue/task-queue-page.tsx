import type { TaskQueueRow, TaskSortField } from '@throughline/contracts';
import { mayWorkTasks } from '@throughline/domain';
import { Box, Button, Stack, Typography } from '@mui/material';
import { useAtomValue } from 'jotai';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { userAtom } from '../../../session/session.js';
import { Loading } from '../../../ui/loading.js';
import { ChartBars } from '../../../ui/icons/page-icons.js';
import { NotLive, NotReadAgain } from '../../../ui/not-live.js';
import { onDemand } from '../../../ui/on-demand.js';
import { Page } from '../../../ui/page.js';
import { ShowUpdates } from '../../../ui/tables/show-updates.js';
import { useFocusKept } from '../../../ui/focus.js';
import { TablePager } from '../../../ui/tables/table-pager.js';
import { NewTask } from './new-task.js';
import { QueueTools } from './queue-tools.js';
import { QueueFilters } from './queue-filters.js';
import { DepartmentTabs, QueueTabs } from './queue-tabs.js';
import { addressOf, QUEUE_PAGE_SIZE, type QueueView, queueViewOf } from './queue-view.js';
import { TaskTable } from './task-table.js';
import { useTaskQueue } from './use-task-queue.js';
import { useClaim } from '../task/direct-actions.js';
import { type DialogAction, countOf } from '../task/available-actions.js';
import { siteStorage } from '../../../session/browser-storage.js';

const BulkActions = onDemand(async () => (await import('./bulk-actions.js')).BulkActions);
const NothingHere = onDemand(async () => (await import('./nothing-here.js')).NothingHere);
const QueueDashboard = onDemand(async () => (await import('../dashboard/queue-dashboard.js')).QueueDashboard);
const TaskActionDialog = onDemand(async () => (await import('../task/task-dialogs.js')).TaskActionDialog);

interface OpenedDialog {
  readonly action: DialogAction;
  readonly row: TaskQueueRow;
}

/** The key in the browser's storage that is set while the dashboard is shown. */
const SHOWS_DASHBOARD = 'shows-queue-dashboard';
/** Height of the loaded dashboard in pixels. It is reserved during loading, so that nothing moves. */
const DASHBOARD_HEIGHT = { xs: 1614, md: 665, lg: 625 };

const NONE: ReadonlySet<string> = new Set();

/** The page /queue with the open tasks. Staff work on them; ops can only watch. `views` is shown beside the filters. */
export function TaskQueuePage({ views }: { readonly views: ReactNode }) {
  const user = useAtomValue(userAtom);
  const [address, setAddress] = useSearchParams();
  const view = useMemo(() => queueViewOf(address), [address]);
  const queue = useTaskQueue(view, user?.id ?? '');
  const [selected, setSelected] = useState(NONE);
  const [opened, setOpened] = useState<OpenedDialog | null>(null);
  // Rows that are no longer shown are not selected.
  const chosen = useMemo(
    () => new Set(queue.rows.map(({ row }) => row.taskId).filter((taskId) => selected.has(taskId))),
    [queue.rows, selected],
  );
  const [showsDashboard, setShowsDashboard] = useState(() => siteStorage.getItem(SHOWS_DASHBOARD) !== null);
  const showDashboard = (shown: boolean) => {
    setShowsDashboard(shown);
    if (shown) siteStorage.setItem(SHOWS_DASHBOARD, 'yes');
    else siteStorage.removeItem(SHOWS_DASHBOARD);
  };
  const mayWork = user !== null && mayWorkTasks(user);

  // A change of the view (a filter, Back, a saved view) clears the selection, because the selected rows may be out of sight.
  useEffect(() => setSelected(NONE), [view]);
  const show = (change: Partial<QueueView>, replace = false) =>
    setAddress(addressOf({ ...view, page: 0, ...change }), { replace, preventScrollReset: true });
  const { readRow } = queue;
  const settle = useCallback((taskId: string) => void readRow(taskId), [readRow]);
  const claim = useClaim(
    queue.rows.map(({ row }) => row),
    settle,
  );
  const isWorkable = mayWork && view.tab !== 'completed';
  const toggle = ({ taskId }: TaskQueueRow) =>
    setSelected(new Set([...chosen].filter((one) => one !== taskId).concat(chosen.has(taskId) ? [] : [taskId])));
  const openDialog = useCallback((action: DialogAction, row: TaskQueueRow) => setOpened({ action, row }), []);

  return (
    <Page
      title="Queue"
      about="Due days, and when a task was completed, are in Central Time. Age is the time since the order. In step is the time since its first item reached the task."
      width="full"
      action={
        <Stack direction="row" sx={{ gap: 1 }}>
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
      }
      loading={queue.isLoading}
      error={queue.error}
      errorTitle="Failed to load the queue"
      onRetry={queue.showUpdates}
      banner={
        <>
          <NotLive refusal={queue.refusal} onRetry={queue.showUpdates} />
          <NotReadAgain title="Error loading the queue" list={queue.reading} />
        </>
      }
    >
      <Box component="section" id="queue-dashboard" aria-label="Dashboard" hidden={!showsDashboard}>
        {showsDashboard ? (
          <Box sx={{ minHeight: DASHBOARD_HEIGHT, mb: 3 }}>
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
        onChange={(tab) => show({ tab, filters: { ...view.filters, completed: [] } })}
      />
      <Box role="tabpanel" id="queue-panel" aria-labelledby={`queue-tab-${view.tab}`}>
        <DepartmentTabs
          filters={view.filters}
          counts={queue.counts}
          categories={queue.readCounts?.categoryCounts}
          onChange={(filters) => show({ filters })}
        />
        <QueueFilters view={view} onChange={(narrowing) => show(narrowing, narrowing.search !== view.search)}>
          {views}
          <QueueTools
            view={view}
            rows={queue.rows.map(({ row }) => row)}
            work={isWorkable ? { claim, toggle } : null}
          />
        </QueueFilters>
        <AboveTable choosing={chosen.size > 0}>
          {chosen.size > 0 ? (
            <BulkActions
              rows={queue.rows.map(({ row }) => row).filter(({ taskId }) => chosen.has(taskId))}
              onSettled={(left) => {
                chosen.forEach(settle);
                setSelected(new Set(left));
              }}
              onClear={() => setSelected(NONE)}
              onFailed={() => setSelected(NONE)}
            />
          ) : null}
          {queue.pending > 0 ? <ShowUpdates count={queue.pending} onShow={queue.showUpdates} /> : null}
          {chosen.size === 0 && queue.pending === 0 ? (
            <Typography variant="body2" color="textSecondary">
              {countOf(queue.rowCount, 'task')}
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
          onOpenDialog={openDialog}
          onSettled={settle}
          empty={<NothingHere view={view} counts={queue.counts?.tabCounts} onShow={show} />}
        />
        <TablePager
          page={view.page}
          rowCount={queue.rowCount}
          pageSize={QUEUE_PAGE_SIZE}
          noun="tasks"
          onPage={(page) => show({ page })}
        />
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

/** A line of fixed height, so that its content moves no row. */
function AboveTable({ choosing, children }: { readonly choosing: boolean; readonly children: ReactNode }) {
  const focusKept = useFocusKept();
  return (
    <Stack
      {...focusKept}
      role="group"
      aria-label="About the list"
      direction={{ xs: 'column', md: 'row' }}
      sx={{
        // On a phone the notice is below the bulk actions.
        minHeight: { xs: choosing ? 144 : 62, md: 62 },
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
