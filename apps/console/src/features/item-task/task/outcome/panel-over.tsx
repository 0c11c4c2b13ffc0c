import type { TaskAct } from '@throughline/contracts';
import { nameOf } from '@throughline/domain';
import { Button, Stack } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { call } from '../../../../api/api.js';
import { When } from '../../../../ui/words/when.js';
import type { WorkedTask } from '../acts/available-actions.js';
import { NoteFromTask } from '../task-case.js';

/** Who did what to a task last, and when. Null: nothing is known of it. `acts`: newest first. */
export function lastActOn(
  acts: readonly TaskAct[],
  taskId: string,
  userId: string | undefined,
): { readonly words: string; readonly at: string } | null {
  const [last, before] = acts.filter(({ tasks }) => tasks[taskId] !== undefined);
  const after = last?.tasks[taskId];
  if (last === undefined || after === undefined) return null;
  const { userId: actor, who } = { userId: last.actor.userId, who: last.actorName ?? nameOf(last.actor) };
  const isStop = Object.values(last.items).some(({ status }) => status === 'stopped' || status === 'canceled');
  const { holder } = after;
  const did = () => {
    if (after.completed) return isStop ? 'stopped the items of the task' : 'completed the task';
    if (holder !== (before?.tasks[taskId]?.holder ?? null)) {
      if (holder === null) return 'released the task';
      return holder === who ? 'claimed the task' : `assigned the task to ${holder}`;
    }
    return isStop ? 'stopped items of the task' : 'changed the task';
  };
  return { words: `${actor === userId ? 'You' : who} ${did()}`, at: last.at };
}

interface WhyOverProps {
  readonly task: WorkedTask;
  readonly userId: string | undefined;
}

/** Why no outcome can be recorded any more: who did what to the task last, once it is known. Read again when the task changes hands. */
export function WhyOver({ task: { taskId, referralId, completedAt, assignee }, userId }: WhyOverProps) {
  const { data } = useQuery({
    queryKey: ['task-acts', 'last', taskId, completedAt, assignee?.userId],
    queryFn: (reading) => call('GET /referrals/referral/{id}/task-acts', { params: { id: referralId } }, reading),
  });
  const lastAct = data ? lastActOn(data, taskId, userId) : null;
  return (
    <>
      {lastAct === null ? null : (
        <>
          {lastAct.words}, <When at={lastAct.at} />.{' '}
        </>
      )}
      You can no longer record an outcome for this task. What you entered stays here.
    </>
  );
}

interface TypedTextProps {
  readonly task: WorkedTask;
  readonly typed: { readonly note: string; readonly orderId: string };
  /** Called when the text has become a note, or is discarded. */
  readonly onMoved: () => void;
}

/** What can become of a text for which no outcome can be recorded any more. */
export function TypedText({ task, typed: { note, orderId }, onMoved }: TypedTextProps) {
  const NoteDialog = useContext(NoteFromTask);
  const [isWriting, setWriting] = useState(false);
  const text = [note, orderId.trim() && `Order ID: ${orderId}`].filter((line) => line.trim() !== '').join('\n');
  if (NoteDialog === null || text === '') return null;
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
      <Button variant="outlined" size="small" onClick={() => setWriting(true)}>
        Add it as an internal note
      </Button>
      <Button size="small" onClick={onMoved}>
        Discard
      </Button>
      {isWriting ? (
        <NoteDialog caseId={task.referralId} text={text} onSent={onMoved} onClose={() => setWriting(false)} />
      ) : null}
    </Stack>
  );
}
