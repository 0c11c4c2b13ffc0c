import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll } from '@jest/globals';
import { type EligibilityCommand, eligibilityDecider } from '@throughline/domain';
import { type EventStore, handleCommand, readState, systemContext } from '@throughline/event-store';
import { type Engines, openEngines } from '@throughline/read-models/testing';
import { benefitIdsOf } from './benefit-ids.js';
import { type ImportEligible, importEligible } from './import-eligible.js';

const KEY = 'a key of the specs, of forty characters!';

export const AT = new Date('2026-11-21T12:00:00.000Z');

export const MEMBERS = 1_300;

export let engines: Engines;

beforeAll(async () => {
  engines = await openEngines();
});

afterAll(() => engines.close());

export const take = (lines: readonly string[], options: Partial<ImportEligible> = {}) =>
  importEligible({
    importId: randomUUID(),
    store: engines.store,
    key: KEY,
    open: () => Promise.resolve(Readable.from([Buffer.from(['medicaid_id,date_of_birth', ...lines, ''].join('\n'))])),
    programme: 'diaper',
    correctsDates: false,
    otherZeros: null,
    at: AT,
    ...options,
  });

export const lines = Array.from({ length: MEMBERS }, (_, n) => `VA${n},1996-05-04`);

export const idsOf = (medicaidId: string, dateOfBirth = '1996-05-04') =>
  benefitIdsOf(KEY, { programme: 'diaper', medicaidId, dateOfBirth });

export const stateOf = async (id: string) => (await readState(engines.store, eligibilityDecider, id)).state;

export const execute = (id: string, command: EligibilityCommand) =>
  handleCommand(engines.store, {
    decider: eligibilityDecider,
    id,
    command,
    context: systemContext(randomUUID(), AT.toISOString()),
  });

/** The engine with some of its methods replaced. */
export const altered = ({ append, readAll }: Partial<Pick<EventStore, 'append' | 'readAll'>>): EventStore => {
  const { store } = engines;
  return {
    append: append ?? ((...given) => store.append(...given)),
    readAll: readAll ?? ((given) => store.readAll(given)),
    readStored: (given) => store.readStored(given),
    readStream: (...given) => store.readStream(...given),
    subscribe: (given) => store.subscribe(given),
    head: () => store.head(),
    close: () => store.close(),
  };
};
