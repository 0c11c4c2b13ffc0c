import type { AdminAct, RequestOf, TaskAct } from '@throughline/contracts';
import { isSame, nameOf } from '@throughline/domain';
import { call } from '../api/api.js';

/** An act on the subject of a dialog, with the values that it sets, as they are after it. */
export interface SettingAct {
  readonly position: number;
  readonly at: string;
  /** Of the person who acted; null: it was none. */
  readonly userId: string | null;
  readonly who: string;
  readonly reason: string | null;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Where the acts that changed the subject are found. */
export interface ActsOn {
  /** Tells one subject from another. */
  readonly key: readonly unknown[];
  /** The newest first. `changed`: the values that were changed since the dialog was opened. */
  readonly read: (changed: readonly string[], signal: AbortSignal) => Promise<readonly SettingAct[]>;
}

const actorOf = ({ actor, actorName }: Pick<TaskAct, 'actor' | 'actorName'>) => ({
  userId: actor.userId,
  who: actorName ?? nameOf(actor),
});

type AdminQuestion = NonNullable<RequestOf<'GET /acts'>['query']>;

/**
 * Those of administrators on a person, or in an area of the audit. `valuesAfter`: of the subject, the values that an event sets; null: it is about
 * something else.
 */
export const adminActsOn = (
  question: AdminQuestion,
  valuesAfter: (event: AdminAct['event']) => SettingAct['values'] | null,
): ActsOn => ({
  key: ['acts-on', question],
  read: async (_, signal) => {
    const { rows } = await call('GET /acts', { query: question }, { signal });
    return rows.map(({ position, at, actor, actorName, event }) => {
      const reason = ('reason' in event.data && event.data.reason) || null;
      return { position, at, ...actorOf({ actor, actorName }), reason, values: valuesAfter(event) ?? {} };
    });
  },
});

/** Those on the tasks and items of cases. `caseOf`: the referral or recertification of a value that was changed. */
export const taskActsOn = (
  key: string,
  caseOf: (changed: string) => string,
  valuesAfter: (act: TaskAct) => SettingAct['values'],
): ActsOn => ({
  key: ['task-acts', key],
  read: async (changed, signal) => {
    const cases = [...new Set(changed.map(caseOf))];
    const acts = await Promise.all(
      cases.map((id) => call('GET /referrals/referral/{id}/task-acts', { params: { id } }, { signal })),
    );
    return acts
      .flat()
      .sort((one, other) => other.position - one.position)
      .map((act) => ({
        position: act.position,
        at: act.at,
        ...actorOf(act),
        reason: act.reason,
        values: valuesAfter(act),
      }));
  },
});

/** Those on the items of a case, such as a stop. The values are named by the id of their item. */
export const standingActsOn = (caseId: string): ActsOn =>
  taskActsOn(
    caseId,
    () => caseId,
    ({ items }) => items,
  );

/**
 * The values by the act that made each what it is, the newest act first; undefined: none of those that were read did. `acts`: the newest first.
 * An act sets also values that it leaves as they were.
 */
export function byAct<Act extends Pick<SettingAct, 'values'>, Name extends string>(
  acts: readonly Act[],
  names: readonly Name[],
): readonly { readonly act: Act | undefined; readonly names: readonly Name[] }[] {
  const actOf = (name: Name) => {
    const candidates = acts.filter(({ values }) => name in values);
    const before = candidates.findIndex(({ values }) => !isSame(values[name], candidates[0]?.values[name]));
    return candidates.at(before === -1 ? -1 : before - 1);
  };
  const chosen = names.map((name) => ({ name, act: actOf(name) }));
  return [...acts, undefined]
    .map((act) => ({ act, names: chosen.filter((one) => one.act === act).map(({ name }) => name) }))
    .filter((group) => group.names.length > 0);
}
