import { describe, expect, it } from '@jest/globals';
import { EventEmitter, once } from 'node:events';
import { createLogger } from '@throughline/platform';
import { Outage } from './outage.js';

const AWAY = 'the job queue is away, jobs wait';
const BACK = 'the job queue is back';

const failing = (code: string, message = 'failed') => Object.assign(new Error(message), { code });

/** An outage whose engine answers when `ask` resolves with true, and its log lines. */
function watched(ask: () => Promise<boolean | undefined>) {
  const logged: { msg: string; variable: string }[] = [];
  const write = (line: string): void => void logged.push(JSON.parse(line) as (typeof logged)[number]);
  const log = createLogger('spec', { logLevel: 'info' }, { write });
  const refusing = async (): Promise<void> => {
    if (!(await ask())) throw failing('ECONNREFUSED');
  };
  return {
    outage: new Outage({ variable: 'REDIS_URL', log, ask: refusing, pace: { checkMs: 5, quickAnswerMs: 50 } }),
    logged,
    async until(lines: number): Promise<void> {
      while (logged.length < lines) await new Promise(setImmediate);
    },
  };
}

describe('Outage of the job queue', () => {
  it('is logged once when it begins and once when it is over, and so is the next one', async () => {
    const answers = [true, false, true];
    const { outage, logged, until } = watched(() => Promise.resolve(answers.shift()));
    for (const lines of [2, 4]) {
      outage.report(failing('ECONNREFUSED'));
      outage.report(failing('ECONNREFUSED'));
      await until(lines);
    }
    expect(logged.map(({ msg }) => msg)).toEqual([AWAY, BACK, AWAY, BACK]);
    expect(new Set(logged.map(({ variable }) => variable))).toEqual(new Set(['REDIS_URL']));
    expect(answers).toEqual([]);
  });

  it('is logged at once when it begins', () => {
    const { outage, logged } = watched(() => Promise.resolve(true));
    outage.report(failing('ECONNREFUSED'));
    expect(logged.map(({ msg }) => msg)).toEqual([AWAY]);
    expect(outage.lasts).toBe(true);
    outage.close();
  });

  it('does not begin again when a connection reports its failure after the end', async () => {
    const checks = new EventEmitter();
    const { outage, logged, until } = watched(() => {
      checks.emit('check');
      return Promise.resolve(true);
    });
    outage.report(failing('ECONNREFUSED'));
    await until(2);
    const checked = once(checks, 'check');
    outage.report(new Error("Socket timeout. Expecting data, but didn't receive any in 15000ms."));
    await checked;
    await new Promise(setImmediate);
    expect(logged.map(({ msg }) => msg)).toEqual([AWAY, BACK]);
    expect(outage.lasts).toBe(false);
  });

  it('is a new one when it follows soon after the last, although the client does not answer the check', async () => {
    let hangs = false;
    const { outage, logged, until } = watched(() => (hangs ? new Promise(() => undefined) : Promise.resolve(true)));
    outage.report(failing('ECONNREFUSED'));
    await until(2);
    hangs = true;
    outage.report(failing('ECONNREFUSED'));
    await until(3);
    expect(logged.map(({ msg }) => msg)).toEqual([AWAY, BACK, AWAY]);
    expect(outage.lasts).toBe(true);
    outage.close();
  });

  it('is not logged after it was closed during a check', async () => {
    const answers = [true];
    const { outage, logged, until } = watched(() => Promise.resolve(answers.shift()));
    outage.report(failing('ECONNREFUSED'));
    await until(2);
    outage.report(failing('ECONNREFUSED'));
    outage.close();
    await new Promise(setImmediate);
    expect(logged.map(({ msg }) => msg)).toEqual([AWAY, BACK]);
    expect(outage.lasts).toBe(false);
  });

  it('is not logged after it was closed', () => {
    const { outage, logged } = watched(() => Promise.resolve(true));
    outage.close();
    outage.report(failing('ECONNREFUSED'));
    expect(logged).toEqual([]);
  });
});
