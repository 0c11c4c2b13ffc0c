import type { ManagedNoun } from '@throughline/domain';
import { z } from 'zod';
import { readQuery } from '../envelope.contract.js';
import { reason, replacing } from '../order/fields.js';

/** The part that all routes have in common by which administrators change something, and whose answer is empty. */
export const ADMINISTRATIVE = { who: 'administers', answer: z.null(), idempotent: true } as const;

interface ManagedList<Noun extends string, Values, Seen, Example, Another> {
  /** The noun of the decider. */
  readonly of: Pick<ManagedNoun<Noun>, 'code'>;
  /** The values of an entry that administrators write. */
  readonly values: Values;
  /** The values as the list returns them. */
  readonly seen: Seen;
  /** The id and the values of the decider's `example`: an entry that every log begins with, or that specs add. */
  readonly example: Example;
  /** The values of the entry that the example of the route `add` adds. */
  readonly another: Another;
}

/**
 * What the routes of a list that administrators manage (the domain's `managedDecider`) state alike. Everybody who is signed in reads the list, to choose
 * from it, or because something was recorded under an entry that is deactivated by now.
 */
export function managedList<
  const Noun extends string,
  const Values extends z.ZodRawShape & { readonly name: z.ZodType },
  const Seen extends Readonly<Record<keyof Values, z.ZodType>>,
  const Example extends { readonly id: string },
  const Another extends object,
>({ of: { code }, values, seen, example, another }: ManagedList<Noun, Values, Seen, Example, Another>) {
  const id = z.string().trim().min(1).max(100);
  const params = { id };
  const { id: exampleId, ...present } = example;
  const entry = z.object({ id, ...seen, formerNames: z.array(z.string()).readonly(), active: z.boolean() });
  const addBody = z.object({ ...values, reason });
  const changeBody = replacing(values, seen);
  return {
    entry,
    addBody,
    changeBody,
    lists: { who: 'signedIn', query: readQuery, answer: z.array(entry).readonly(), example: {} },
    adds: {
      ...ADMINISTRATIVE,
      meanwhile: 'addition',
      body: addBody,
      example: { body: { ...another, reason: 'As agreed' } },
      refusals: { 409: [`${code}/same-name`, `${code}/too-many`] },
    },
    changes: {
      ...ADMINISTRATIVE,
      meanwhile: 'seen',
      params,
      body: changeBody,
      example: { params: { id: exampleId }, body: { ...present, seen: present, reason: 'As it is' } },
      refusals: { 409: [`${code}/same-name`, `${code}/unknown`, `${code}/changed-meanwhile`] },
    },
    /** The route that deactivates an entry, or reactivates it. The example of each is sent after the example of the other. */
    switches: (to: boolean) =>
      ({
        ...ADMINISTRATIVE,
        meanwhile: 'seen',
        params,
        body: replacing({}, { ...seen, active: z.boolean() }),
        example: { params: { id: exampleId }, body: { seen: { ...present, active: !to }, reason: 'As agreed' } },
        refusals: { 409: [`${code}/unknown`, `${code}/changed-meanwhile`] },
      }) as const,
  } as const;
}
