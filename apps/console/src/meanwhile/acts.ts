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

/** An entry of a list. */
export interface Entry<Name extends string = string> {
  readonly name: Name;
  readonly entry: unknown;
  /** Otherwise it was removed. */
  readonly isAdded: boolean;
}

interface ByAct<Act, Name extends string> {
  readonly act: Act | undefined;
  readonly names: readonly Name[];
  readonly entries: readonly Entry<Name>[];
}

type Acted = Pick<SettingAct, 'values'>;

/**
 * The values by the act that made each what it is, the newest act first; undefined: none of those that were read did. `acts`: the newest first.
 * An act also sets values that it leaves unchanged. If several acts changed a list, each of its entries is listed under the act that added or removed it.
 */
export function byAct<Act extends Acted, Name extends string>(
  acts: readonly Act[],
  names: readonly Name[],
  { seen = {}, present = {} }: { readonly seen?: object; readonly present?: object } = {},
): readonly ByAct<Act, Name>[] {
  const told = names.map((name) => {
    const entries = entriesOf(name, valueIn(seen, name), valueIn(present, name)).map((entry) => ({
      ...entry,
      act: actOfEntry(acts, entry),
    }));
    const isOfSeveral = new Set(entries.map(({ act }) => act)).size > 1;
    return isOfSeveral ? { name, entries } : { name, entries: [], act: actOf(acts, name) };
  });
  return [...acts, undefined]
    .map((act) => ({
      act,
      names: told.filter((one) => one.entries.length === 0 && one.act === act).map(({ name }) => name),
      entries: told.flatMap(({ entries }) => entries).filter((entry) => entry.act === act),
    }))
    .filter((group) => group.names.length + group.entries.length > 0)
    .map(({ entries, ...group }) => ({ ...group, entries: entries.map(({ act: _, ...entry }) => entry) }));
}

const valueIn = (values: object, name: string) => (values as SettingAct['values'])[name];

/** Of a list: what was added to it and removed from it. None of any other value. */
function entriesOf<Name extends string>(name: Name, before: unknown, after: unknown): readonly Entry<Name>[] {
  if (!Array.isArray(before) && !Array.isArray(after)) return [];
  const added = listOf(after).filter((entry) => !listOf(before).includes(entry));
  const removed = listOf(before).filter((entry) => !listOf(after).includes(entry));
  return [
    ...added.map((entry) => ({ name, entry, isAdded: true })),
    ...removed.map((entry) => ({ name, entry, isAdded: false })),
  ];
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The act since which the value is what the newest one left; of `part`, if only a part of the value is asked about. */
function actOf<Act extends Acted>(
  acts: readonly Act[],
  name: string,
  part: (value: unknown) => unknown = (value) => value,
): Act | undefined {
  const candidates = acts.filter(({ values }) => name in values);
  const after = (act: Act | undefined) => part(act?.values[name]);
  const before = candidates.findIndex((act) => !isSame(after(act), after(candidates[0])));
  return candidates.at(before === -1 ? -1 : before - 1);
}

/** Undefined as well where the newest act that was read has left the entry otherwise: a later one is not read yet. */
function actOfEntry<Act extends Acted>(acts: readonly Act[], { name, entry, isAdded }: Entry): Act | undefined {
  const isIn = (value: unknown) => listOf(value).includes(entry);
  const act = actOf(acts, name, isIn);
  return isIn(act?.values[name]) === isAdded ? act : undefined;
}
