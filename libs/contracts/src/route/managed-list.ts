import { z } from 'zod';
import { readQuery } from '../envelope.contract.js';
import { reason, replacing } from '../order/fields.js';

/** What an act of administrators states that has no answer of its own. */
export const ADMINISTRATIVE = { who: 'administers', answer: z.null(), idempotent: true } as const;

interface ManagedList<Noun extends string, Values, Seen, Example, Another> {
  /** As in the codes of refusals. */
  readonly noun: Noun;
  /** What an administrator writes. */
  readonly values: Values;
  /** The same as it is read. */
  readonly seen: Seen;
  /** The id and the values of the decider's `example`: an entry that every log begins with, or that specs add. */
  readonly example: Example;
  /** The values of one that is added. */
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
>({ noun, values, seen, example, another }: ManagedList<Noun, Values, Seen, Example, Another>) {
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
      refusals: { 409: [`${noun}/same-name`, `${noun}/too-many`] },
    },
    changes: {
      ...ADMINISTRATIVE,
      meanwhile: 'seen',
      params,
      body: changeBody,
      example: { params: { id: exampleId }, body: { ...present, seen: present, reason: 'As it is' } },
      refusals: { 409: [`${noun}/same-name`, `${noun}/unknown`, `${noun}/changed-meanwhile`] },
    },
    /** Deactivates or reactivates. The example of the one is of an installation in which that of the other was sent before. */
    switches: (to: boolean) =>
      ({
        ...ADMINISTRATIVE,
        meanwhile: 'seen',
        params,
        body: replacing({}, { ...seen, active: z.boolean() }),
        example: { params: { id: exampleId }, body: { seen: { ...present, active: !to }, reason: 'As agreed' } },
        refusals: { 409: [`${noun}/unknown`, `${noun}/changed-meanwhile`] },
      }) as const,
  } as const;
}
