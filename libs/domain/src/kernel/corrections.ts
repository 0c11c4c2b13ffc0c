import { DomainError } from './decider.js';
import { type FieldValue } from './changes-in-words.js';
import { type Collision, type Fields, isSame } from './meanwhile.js';

/*
 * Corrections by several people at once: who sees what the others changed, field by field, so that nobody overwrites a value that they have
 * not seen. A case keeps the values that its corrections replaced, and their number. See docs/decisions/0037.
 */

/** The fields that each type of event can change. */
export type CorrectedFields<Type extends string> = {
  readonly [Of in Type]: { readonly section: string; readonly fields: readonly string[] };
};

/** The section of the fields that are outside of all sections. */
const OWN = 'own';

/** The field's path, such as `member.phone`, in forms and answers. */
export const pathOf = (section: string, field: string): string => (section === OWN ? field : `${section}.${field}`);

/** The fields of a section; undefined where there is no such section. */
export function fieldsOf(of: object, section: string): Fields | undefined {
  return ((section === OWN ? of : (of as Readonly<Record<string, object | null>>)[section]) ?? undefined) as
    Fields | undefined;
}

/** A copy with other values for some fields. A section that is absent begins as `empty`. */
export function withFields<Of extends object>(of: Of, section: string, values: object, empty: object = {}): Of {
  return section === OWN
    ? { ...of, ...values }
    : { ...of, [section]: { ...(fieldsOf(of, section) ?? empty), ...values } };
}

/** What a correction replaced. */
export interface Replaced {
  readonly path: string;
  readonly before: FieldValue;
  /** The number of the correction, from 0. */
  readonly correction: number;
}

/** The paths and values that an event of `rows` replaced. */
export function replacedFields<Type extends string>(
  rows: CorrectedFields<Type>,
  { type, data }: { readonly type: Type; readonly data: { readonly before: object; readonly after: object } },
): readonly (readonly [path: string, before: FieldValue])[] {
  const before = data.before as Fields;
  return Object.keys(data.after).map((field) => [pathOf(rows[type].section, field), before[field] ?? null]);
}

/** The fields that `rows` can correct, by their paths. Those of an absent section are left out. */
export function correctableValues<Type extends string>(rows: CorrectedFields<Type>, of: object): Fields {
  const values: Record<string, FieldValue> = {};
  for (const { section, fields } of Object.values<CorrectedFields<Type>[Type]>(rows)) {
    const now = fieldsOf(of, section);
    if (now === undefined) continue;
    for (const field of fields) values[pathOf(section, field)] = now[field] ?? null;
  }
  return values;
}

/** Rejects with `{noun}/unknown-correction` if `seen` is greater than the number of corrections. */
export function requireSeen(noun: 'referral' | 'recertification', seen: number, corrections: number): void {
  if (seen <= corrections) return;
  const message = `This ${noun} has fewer corrections than that. Reload it and correct it again.`;
  throw new DomainError(`${noun}/unknown-correction`, message);
}

/** Whether the person changed the field, and it does not have that value already. */
export type IsChanged = (path: string, wanted: FieldValue, now: FieldValue) => boolean;

/**
 * Compares the present values with those that the person saw, who had seen `seen` corrections. A change over another person's change is
 * added to the collisions.
 */
export function comparedWithSeen(replaced: readonly Replaced[], seen: number) {
  const collisions: Collision[] = [];
  const isChanged: IsChanged = (path, wanted, now) => {
    const since = replaced.filter((one) => one.path === path && one.correction >= seen);
    const seenValue = since[0] ? since[0].before : now;
    if (isSame(wanted, seenValue) || isSame(wanted, now)) return false;
    // If a field was corrected and corrected back, the person has not seen the value in between.
    const other = isSame(seenValue, now) ? since.findLast(({ before }) => !isSame(before, now)) : since[0];
    if (other) collisions.push({ path, seen: other.before, now });
    return true;
  };
  return { isChanged, collisions };
}

/**
 * The fields that change, by type of event. `wanted` has complete sections; a section or a field that is left out stays as it is. A field that
 * had no value before is absent from `before`.
 */
export function changedFields<Type extends string>(
  rows: CorrectedFields<Type>,
  now: object,
  wanted: object,
  isChanged: IsChanged,
): readonly { readonly type: Type; readonly before: Fields; readonly after: Fields }[] {
  return (Object.keys(rows) as Type[]).flatMap((type) => {
    const { section, fields } = rows[type];
    const [before, after] = [fieldsOf(now, section), fieldsOf(wanted, section)];
    if (after === undefined) return [];
    const changed = fields.filter((field) => {
      const value = after[field];
      return value !== undefined && isChanged(pathOf(section, field), value, before?.[field] ?? null);
    });
    if (changed.length === 0) return [];
    const values = (of: Fields) => Object.fromEntries(changed.map((field) => [field, of[field] ?? null]));
    return [{ type, before: before === undefined ? {} : values(before), after: values(after) }];
  });
}
