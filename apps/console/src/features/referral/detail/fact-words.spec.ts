import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { translatorBy } from '@throughline/domain';
import { factWords, stoppedFacts } from './fact-words.js';

const SPANISH = JSON.parse(readFileSync('libs/domain/src/kernel/es/words.json', 'utf8')) as Record<string, string>;
const translated = translatorBy(Object.keys(SPANISH), (key, { task }) => SPANISH[key]!.replace('{task}', String(task)));
const inSpanish = (english: string) => translated(english) ?? english;

const stoppedIn = (completedDate: string | null, lastTask: string | null = 'Create Patient') =>
  stoppedFacts({
    stoppedReason: { reason: 'moved away' },
    currentTask: { id: '1', name: 'Stopped', department: 'Demos', completedDate },
    lastTask: lastTask === null ? null : { id: '2', name: lastTask, department: 'Demos' },
  } as Parameters<typeof stoppedFacts>[0]);

describe('The card of a stopped item', () => {
  it.each([
    [null, 'Stopped in Create Patient', 'Detenido en Registrar al paciente'],
    ['2026-11-21', 'Canceled; stopped in Create Patient', 'Cancelado; se detuvo en Registrar al paciente'],
  ])(
    'has the labels of the specification, and says where it was stopped, once (canceled: %s)',
    (at, english, spanish) => {
      const facts = stoppedIn(at);
      expect(facts).toEqual([
        { label: 'Current Task', value: english },
        { label: 'Stopped Reason', value: 'moved away' },
      ]);
      expect(factWords(facts[0]!, inSpanish)).toBe(spanish);
    },
  );

  it('says only that it is stopped where its task before is not known', () => {
    expect(stoppedIn(null, null)[0]?.value).toBe('Stopped');
  });
});
