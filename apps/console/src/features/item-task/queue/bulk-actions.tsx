import { Button, Paper, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { ApiError, isInDoubt } from '../../../api/api-error.js';
import { call } from '../../../api/api.js';
import { userAtom } from '../../../session/session.js';
import { toast } from '../../../ui/announcer.js';
import { onDemand } from '../../../ui/page/on-demand.js';
import { WithMeaning } from '../../../ui/words/with-meaning.js';
import { ACTION_LABELS, nameOfTask } from '../task/acts/available-actions.js';
import type { TaskResult } from '../task/acts/not-done.js';
import { type ChosenTasks, MAX_CHOSEN } from './use-chosen-tasks.js';
import { countOf } from '../../../ui/words/counts.js';

const AssignTasks = onDemand(async () => (await import('../task/acts/assign-tasks.js')).AssignTasks);
const NotDone = onDemand(async () => (await import('../task/acts/not-done.js')).NotDone);

interface BulkActionsProps {
  /** At least one. */
  readonly chosen: ChosenTasks;
  /** The number of tasks on all pages. */
  readonly rowCount: number;
  /** Called with the ids of the tasks that are sent. */
  readonly onSend: (taskIds: readonly string[]) => void;
  /** Called after every answer with the ids of the tasks that were sent, because each of them may have changed. */
  readonly onSettled: (taskIds: readonly string[]) => void;
}

/** The actions on all chosen tasks. Tasks with which nothing was done stay chosen. Loaded with the first choice. */
export function BulkActions({ chosen, rowCount, onSend, onSettled }: BulkActionsProps) {
  const [assigning, setAssigning] = useState(false);
  const close = () => setAssigning(false);
  const { tasks, notShown, taskIds } = chosen;
  const labelOf = (taskId: string) => {
    const task = tasks.find(({ row }) => row.taskId === taskId);
    return task ? nameOfTask(task.row) : taskId;
  };
  const settle = (sent: readonly string[], left: readonly string[]) => {
    onSettled(sent);
    chosen.drop(sent.filter((taskId) => !left.includes(taskId)));
  };
  return (
    <Paper
      variant="outlined"
      role="group"
      aria-label="Selected tasks"
      sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, px: 2, py: { xs: 0.25, md: 0 } }}
    >
      <Typography sx={{ mr: 1 }}>
        {countOf(tasks.length, 'task')} chosen{notShown > 0 ? `, ${notShown} of them not on this page` : ''}
      </Typography>
      <ClaimTasks chosen={chosen} labelOf={labelOf} onSend={onSend} onSettled={settle} />
      <WithMeaning of={ACTION_LABELS.assign}>
        {(described) => (
          <Button {...described} size="small" onClick={() => setAssigning(true)}>
            {ACTION_LABELS.assign}
          </Button>
        )}
      </WithMeaning>
      {rowCount > tasks.length && tasks.length < MAX_CHOSEN ? <ChooseAll chosen={chosen} rowCount={rowCount} /> : null}
      <Button size="small" color="inherit" onClick={() => chosen.select(new Set())}>
        Clear selection
      </Button>
      {assigning ? (
        <AssignTasks
          tasks={tasks.map(({ row }) => row)}
          chosen={tasks.map((task) => task.chosen)}
          labelOf={labelOf}
          onSend={() => onSend([...taskIds])}
          onSettled={(left) => settle([...taskIds], left)}
          onClose={close}
          onFailed={close}
        />
      ) : null}
    </Paper>
  );
}

/** Chooses the tasks of all pages, as many as one act can be for. */
function ChooseAll({ chosen, rowCount }: Pick<BulkActionsProps, 'chosen' | 'rowCount'>) {
  const reading = useMutation({
    mutationFn: chosen.selectAll,
    onError: (error) => toast(error.message, 'error'),
  });
  return (
    <Button size="small" loading={reading.isPending} onClick={() => reading.mutate()}>
      {rowCount > MAX_CHOSEN ? `Choose the first ${MAX_CHOSEN}` : `Choose all ${rowCount}`}
    </Button>
  );
}

interface ClaimTasksProps extends Pick<BulkActionsProps, 'onSend'> {
  readonly chosen: Pick<ChosenTasks, 'tasks' | 'taskIds' | 'drop'>;
  readonly labelOf: (taskId: string) => string;
  readonly onSettled: (sent: readonly string[], left: readonly string[]) => void;
}

/** Claims several tasks. Tasks of other people are refused; claiming a task again changes nothing. */
function ClaimTasks({ chosen, labelOf, onSend, onSettled }: ClaimTasksProps) {
  const [results, setResults] = useState<readonly (TaskResult & { readonly label: string })[]>([]);
  const [isListed, setListed] = useState(false);
  const claimEach = useClaims();
  const claim = useMutation({
    mutationFn: claimEach,
    onMutate: onSend,
    onSuccess: (results) => {
      const left = results.filter(({ why }) => why !== null).map(({ taskId }) => taskId);
      if (left.length === 0) toast(`${countOf(results.length, 'task')} claimed`);
      // Labels are kept, because a task that was claimed is no longer chosen.
      setResults(results.map((result) => ({ ...result, label: labelOf(result.taskId) })));
      setListed(left.length > 0);
      onSettled(
        results.map(({ taskId }) => taskId),
        left,
      );
    },
  });
  const userId = useAtomValue(userAtom)?.id;
  const { tasks, taskIds, drop } = chosen;
  const isOwn = (taskId: string) =>
    tasks.some(({ row }) => row.taskId === taskId && row.assignee !== null && row.assignee.userId === userId);
  const isFound = ({ taskId, isUnknown = false }: TaskResult) => isUnknown && isOwn(taskId) && !claim.isPending;
  const foundIds = results.filter(isFound).map(({ taskId }) => taskId);
  /** As one value, for the effect. */
  const found = foundIds.join(' ');
  // A claim whose answer was lost is known once the queue shows it.
  useEffect(() => {
    if (found === '') return;
    const ids = found.split(' ');
    const claimed = { why: null, isUnknown: false };
    setResults((before) => before.map((result) => (ids.includes(result.taskId) ? { ...result, ...claimed } : result)));
    toast(`${countOf(ids.length, 'task')} claimed`);
    drop(ids);
  }, [found, drop]);
  const close = () => setListed(false);
  return (
    <>
      <WithMeaning of={ACTION_LABELS.claim}>
        {(described) => (
          <Button {...described} size="small" loading={claim.isPending} onClick={() => claim.mutate([...taskIds])}>
            {ACTION_LABELS.claim}
          </Button>
        )}
      </WithMeaning>
      {isListed ? <NotDone act="claimed" results={results} onClose={close} onFailed={close} /> : null}
    </>
  );
}

/**
 * Claims one task after the other. A claim without an answer keeps its key, so that the next attempt is the same command; the tasks after it
 * are not sent, because they would wait for the same server.
 */
function useClaims() {
  const keys = useRef(new Map<string, string>());
  return async (taskIds: readonly string[]): Promise<readonly TaskResult[]> => {
    const results: TaskResult[] = [];
    let unanswered: ApiError | null = null;
    for (const taskId of taskIds) {
      if (unanswered) {
        results.push({ taskId, why: 'Not sent, because the server did not answer before.' });
        continue;
      }
      const idempotencyKey = keys.current.get(taskId) ?? crypto.randomUUID();
      keys.current.set(taskId, idempotencyKey);
      try {
        await call('POST /tasks/{taskId}/claim', { params: { taskId } }, { idempotencyKey });
        keys.current.delete(taskId);
        results.push({ taskId, why: null });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.isDefinite) keys.current.delete(taskId);
        else unanswered = error;
        results.push({ taskId, why: error.message, isUnknown: isInDoubt(error) });
      }
    }
    return results;
  };
}
