import type { RequestOf } from '@throughline/contracts';
import { pathTo } from '@throughline/domain';
import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { isInDoubt, SavedBefore } from '../../../../api/api-error.js';
import { type AttemptKeeper, useCommand } from '../../../../api/use-command.js';
import { toast, toastFailed } from '../../../../ui/announcer.js';
import { useLostAnswer } from '../../../../meanwhile/use-lost-answer.js';
import { usePageKeys } from '../../keys/page-keys.js';
import { nameOfTask, type TaskActionProps } from '../acts/available-actions.js';
import { useQueueBehind } from '../walk/task-link.js';

/** The outcome that was recorded last in this window, and its task; null if there is none, or it was undone. */
let lastRecorded: { readonly outcomeId: string; readonly taskId: string } | null = null;

/** The outcome that was undone last in this window, until the page of its task has opened the task that the items are in again. */
export const undoneAtom = atom<string | null>(null);

type Recording = RequestOf<'POST /tasks/{taskId}/outcome'>;
/** Called with the request of an outcome that was recorded. */
export type OnRecorded = (sent: Recording) => void;

interface RecordOptions {
  readonly onRecorded?: OnRecorded;
  readonly announceErrors?: boolean;
  /** The keeper of the draft that the outcome is recorded from. */
  readonly keeper?: AttemptKeeper<Recording> | undefined;
  /** What the outcome waits for before it is sent. It never rejects. */
  readonly before?: () => Promise<unknown> | undefined;
}

/** Announces a recorded outcome, with a button that undoes it; the task's page has one as well. */
export function useRecorded({ task, onSettled }: TaskActionProps, onRecorded?: OnRecorded) {
  const undo = useUndoOutcome(onSettled);
  return ({ outcomeId }: { readonly outcomeId: string }, sent: Recording) => {
    lastRecorded = { outcomeId, taskId: task.taskId };
    toast(`${nameOfTask(task)}: recorded`, 'success', {
      label: 'Undo',
      onAct: () => undo.mutate({ params: { outcomeId } }),
    });
    onRecorded?.(sent);
  };
}

/** Records an outcome and announces it. */
export function useRecordOutcome(
  props: TaskActionProps,
  { onRecorded, announceErrors = false, keeper, before }: RecordOptions = {},
) {
  const { onSettled } = props;
  const recorded = useRecorded(props, onRecorded);
  return useCommand('POST /tasks/{taskId}/outcome', {
    ...(keeper && { keeper }),
    ...(before && { before }),
    onSuccess: (answer, sent) => {
      onSettled();
      recorded(answer, sent);
    },
    onError: (error) => {
      // An earlier outcome was recorded, and this one was not sent.
      if (error instanceof SavedBefore) recorded(error.answer as { outcomeId: string }, error.saved as Recording);
      if (announceErrors) toastFailed(nameOfTask(props.task), error.message);
      onSettled();
    },
  });
}

/** The outcome whose undo has no answer; null if there is none. */
const inDoubtAtom = atom<string | null>(null);
/** The outcome that was said to be undone last. */
const saidUndoneAtom = atom<string | null>(null);
const store = getDefaultStore();

/** Announces that an outcome is undone, once: the page may show it before the answer comes. */
function sayUndone(outcomeId: string): void {
  if (store.get(saidUndoneAtom) === outcomeId) return;
  store.set(saidUndoneAtom, outcomeId);
  store.set(undoneAtom, outcomeId);
  store.set(inDoubtAtom, null);
  if (outcomeId === lastRecorded?.outcomeId) lastRecorded = null;
  toast('Undone: the items are back in their task');
}

/** Undoes an outcome. A refusal, for example because the work has continued, is announced. */
export function useUndoOutcome(onSettled: () => void) {
  const undo = useCommand('POST /tasks/outcomes/{outcomeId}/undo', {
    onSuccess: (_, { params: { outcomeId } }) => {
      sayUndone(String(outcomeId));
      onSettled();
    },
    onError: (error, request) => {
      const outcomeId = String(request.params.outcomeId);
      onSettled();
      if (store.get(saidUndoneAtom) === outcomeId) return;
      const isUnknown = isInDoubt(error);
      store.set(inDoubtAtom, isUnknown ? outcomeId : null);
      // The page that has the button may have been left.
      const again = isUnknown ? { label: 'Undo', onAct: () => undo.mutate(request) } : undefined;
      toastFailed('Undo', error.message, again);
    },
  });
  const undone = useAtomValue(saidUndoneAtom);
  // A lost answer is asked for at once: what the page shows may be long in coming, and not every page shows it.
  useLostAnswer(undo, true, undo.variables?.params.outcomeId === undone);
  return undo;
}

/** Announces an undo whose answer was lost once the page shows that the outcome is undone: only its author can have undone it. */
export function useUndoShown(isUndone: (outcomeId: string) => boolean): void {
  const inDoubt = useAtomValue(inDoubtAtom);
  const found = inDoubt !== null && isUndone(inDoubt) ? inDoubt : null;
  useEffect(() => {
    if (found !== null) sayUndone(found);
  }, [found]);
}

/**
 * The key u undoes the outcome that was recorded last in this window, also on the page of the next task, from which it goes back to the
 * task that was completed.
 */
export function useUndoKey(taskId: string, onSettled: () => void): void {
  const undo = useUndoOutcome(onSettled);
  const navigate = useNavigate();
  const behind = useQueueBehind();
  usePageKeys(({ key, repeat }) => {
    if (key !== 'u' || repeat || lastRecorded === null || undo.isPending) return false;
    const { outcomeId, taskId: completed } = lastRecorded;
    undo.mutate(
      { params: { outcomeId } },
      {
        onSuccess: () => {
          if (completed !== taskId) void navigate(pathTo.task(completed), { state: behind });
        },
      },
    );
    return true;
  });
}
