import type { AdminAct, TaskAct } from '@throughline/contracts';
import { type AdminArea, isSame, nameOf } from '@throughline/domain';
import { call } from '../api/api.js';

/** An act on the subject of a dialog, with the values that it sets. */
export interface SettingAct {
  readonly position: number;
  readonly at: string;
  /** The id of the person who acted; null if it was not a person. */
  readonly userId: string | null;
  readonly who: string;
  readonly reason: string | null;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The source of the acts that changed a subject. */
export interface ActsOn {
  /** Identifies the subject in a query key. */
  readonly key: readonly unknown[];
  /** Reads the acts, newest first. `changed` names the values that changed since the dialog was opened. */
  readonly read: (changed: readonly string[], signal: AbortSignal) => Promise<readonly SettingAct[]>;
}

const actorOf = ({ actor, actorName }: Pick<TaskAct, 'actor' | 'actorName'>) => ({
  userId: actor.userId,
  who: actorName ?? nameOf(actor),
});

type AdminQuestion = { readonly person: string } | { readonly search: AdminArea };

/**
 * The acts of administrators on a person, or in an area of the audit. `valuesAfter` returns the subject's values that an event sets, or
 * null for an event on another subject.
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

/** The acts on the tasks and items of cases. `caseOf` returns the referral or recertification of a changed value. */
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

/** The acts on the items of a case, such as a stop. Values are named by the id of their item. */
export const itemActsOn = (caseId: string): ActsOn =>
  taskActsOn(
    caseId,
    () => caseId,
    ({ items }) => items,
  );

/** An entry of a list that was added or removed. */
export interface Entry<Name extends string = string> {
  readonly name: Name;
  readonly entry: unknown;
  /** False if the entry was removed. */
  readonly isAdded: boolean;
}

interface ByAct<Act, Name extends string> {
  readonly act: Act | undefined;
  readonly names: readonly Name[];
  readonly entries: readonly Entry<Name>[];
}

type ActValues = Pick<SettingAct, 'values'>;

/**
 * Groups changed values by the act that gave them their present value, newest first; `act` is undefined if none of the read acts did.
 * `acts` must be the newest first. An act also sets values that it leaves unchanged. If several acts changed a list, each of its entries is
 * listed under the act that added or removed it.
 */
export function byAct<Act extends ActValues, Name extends string>(
  acts: readonly Act[],
  names: readonly Name[],
  { seen = {}, present = {} }: { readonly seen?: object; readonly present?: object } = {},
): readonly ByAct<Act, Name>[] {
  const attributed = names.map((name) => {
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
      names: attributed.filter((one) => one.entries.length === 0 && one.act === act).map(({ name }) => name),
      entries: attributed.flatMap(({ entries }) => entries).filter((entry) => entry.act === act),
    }))
    .filter((group) => group.names.length + group.entries.length > 0)
    .map(({ entries, ...group }) => ({ ...group, entries: entries.map(({ act: _, ...entry }) => entry) }));
}

const valueIn = (values: object, name: string) => (values as SettingAct['values'])[name];

/** The entries that were added to a list and removed from it. Empty for other values. */
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

/** The act since which the value is the one that the newest act left. With `part`, only that part of the value is compared. */
function actOf<Act extends ActValues>(
  acts: readonly Act[],
  name: string,
  part: (value: unknown) => unknown = (value) => value,
): Act | undefined {
  const candidates = acts.filter(({ values }) => name in values);
  const after = (act: Act | undefined) => part(act?.values[name]);
  const before = candidates.findIndex((act) => !isSame(after(act), after(candidates[0])));
  return candidates.at(before === -1 ? -1 : before - 1);
}

/** Undefined also if the newest act left the entry in another state, because a later act has not been read yet. */
function actOfEntry<Act extends ActValues>(acts: readonly Act[], { name, entry, isAdded }: Entry): Act | undefined {
  const isIn = (value: unknown) => listOf(value).includes(entry);
  const act = actOf(acts, name, isIn);
  return isIn(act?.values[name]) === isAdded ? act : undefined;
}
