import { itemsOf, type ReferralDetail, type ReferralItem } from '@throughline/contracts';
import type { CaseId } from '@throughline/domain';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ComponentType, createContext, useMemo } from 'react';
import { call } from '../../../api/api.js';
import { latestRow, useLiveTopic } from '../../../live/use-live-topic.js';

export interface TaskCase {
  readonly task: ReferralDetail['tasks'][number];
  /** The items in the task; for a completed task, the items that were in it. */
  readonly items: readonly ReferralItem[];
  /** Items of the referral that are stopped and not canceled. */
  readonly stopped: readonly ReferralItem[];
  /** For a completed task, the open tasks that its items are in now. */
  readonly continuedIn: readonly Pick<ReferralDetail['tasks'][number], 'taskId' | 'task'>[];
}

/** Returns null if the referral has no such task. */
export function taskCase(referral: Pick<ReferralDetail, 'items' | 'tasks'>, taskId: string): TaskCase | null {
  const task = referral.tasks.find((candidate) => candidate.taskId === taskId);
  if (!task) return null;
  const isHere = (item: ReferralItem) => item.currentTask?.id === taskId && item.currentTask.completedDate === null;
  const ofReferral = itemsOf(referral);
  const items = ofReferral.filter((item) =>
    task.completedAt === null ? isHere(item) : task.itemIds.includes(item.id),
  );
  const stopped = ofReferral.filter(
    ({ currentTask }) => currentTask?.name === 'Stopped' && currentTask.completedDate === null,
  );
  const continuedIn =
    task.completedAt === null
      ? []
      : referral.tasks.filter(
          ({ taskId: id, completedAt }) =>
            completedAt === null && items.some(({ currentTask }) => currentTask?.id === id),
        );
  return { task, items, stopped, continuedIn };
}

/** A task id is the id of its referral or recertification, a dash and the ordinal of the task. */
export const caseIdOf = (taskId: string): string => taskId.replace(/-\d+$/, '');

/** The referral of a task, live. Each change contains the whole referral. */
export function useReferralOfTask(taskId: string) {
  const referralId = caseIdOf(taskId);
  const reading = useQuery({
    queryKey: ['referral-of-task', referralId],
    queryFn: (reading) => call('GET /referrals/referral/{id}', { params: { id: referralId } }, reading),
  });
  const snapshot = reading.data;
  const topic = useLiveTopic({ name: 'referral', referralId }, reading);
  const latest = latestRow<Omit<ReferralDetail, 'feed'>>(topic);
  const position = topic.changes.at(-1)?.position;
  const data = useMemo(() => {
    if (snapshot === undefined) return undefined;
    const { feed } = snapshot;
    return { ...snapshot, ...latest, feed: { ...feed, position: position ?? feed.position } };
  }, [snapshot, latest, position]);
  return { ...reading, data, refusal: topic.refusal };
}

export const RECERTIFICATION_QUERY = 'recertification';

export const recertificationQuery = (id: string) =>
  queryOptions({
    queryKey: [RECERTIFICATION_QUERY, id],
    queryFn: (reading) => call('GET /recertifications/{id}', { params: { id } }, reading),
  });

export interface NoteFromTaskProps {
  readonly caseId: CaseId;
  readonly text: string;
  readonly onSent: () => void;
  readonly onClose: () => void;
}

/** The dialog of another feature that writes an internal note which begins with a text. Null: there is none. */
export const NoteFromTask = createContext<ComponentType<NoteFromTaskProps> | null>(null);
