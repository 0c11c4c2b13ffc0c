import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { CallHandler, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { accountRoutes, fileRoutes, type Route } from '@throughline/contracts';
import { from, lastValueFrom } from 'rxjs';
import { ANSWER_TIMEOUT_MS, AnswerInTime } from './answer-in-time.js';
import { FairShare, MAX_RUNNING } from './fair-share.js';
import { failureOf } from '../failure-of.js';
import { notAllowed } from '../http-error.js';
import { RouteMetadata } from '../request-parts.js';

const allowed = () => Promise.resolve();

class Callers {
  private readonly share = new FairShare(new Reflector(), { proxyHops: 0 });
  private readonly answers = new AnswerInTime(new Reflector());
  private readonly held: (() => void)[] = [];
  readonly begun: string[] = [];

  /** `check` is the check of the permission, which was granted a moment before. */
  ask(
    by: string,
    { route = accountRoutes.readConfig as Route, gone = false, fails = false, method = 'GET', check = allowed } = {},
  ): Promise<unknown> {
    const handler = () => undefined;
    RouteMetadata(route)(handler);
    const asked = { permissionChecks: [check], permissionAskedAt: performance.now() };
    const request = { headers: { authorization: `Bearer ${by}` }, method, socket: {}, ...asked };
    const http = { getRequest: () => request, getResponse: () => ({ closed: gone }) };
    const context = { switchToHttp: () => http, getHandler: () => handler } as unknown as ExecutionContext;
    const work = async () => {
      this.begun.push(by);
      await new Promise<void>((end) => this.held.push(end));
      if (fails) throw new Error('lost');
      return by;
    };
    const next: CallHandler = { handle: () => from(work()) };
    return lastValueFrom(this.answers.intercept(context, { handle: () => this.share.intercept(context, next) }));
  }

  /** Ends the running requests, after those that could begin have begun. */
  async endRunning(): Promise<void> {
    await new Promise(setImmediate);
    for (const end of this.held.splice(0)) end();
  }

  /** Also ends requests that begin when others have ended. */
  async endAll(): Promise<void> {
    do {
      await this.endRunning();
      await new Promise(setImmediate);
    } while (this.held.length > 0);
  }

  count(by: string): number {
    return this.begun.filter((one) => one === by).length;
  }
}

describe('The requests of one caller', () => {
  it('run a few at a time, and nobody else waits for them', async () => {
    const callers = new Callers();
    const anas = Array.from({ length: 50 }, () => callers.ask('ana'));
    const ben = callers.ask('ben');
    await new Promise(setImmediate);
    expect([callers.count('ana'), callers.count('ben')]).toEqual([MAX_RUNNING, 1]);

    for (let ended = 0; ended < 50; ended += MAX_RUNNING) {
      expect(callers.count('ana')).toBe(Math.min(50, ended + MAX_RUNNING));
      await callers.endRunning();
      await new Promise(setImmediate);
    }
    expect(await Promise.all([ben, ...anas])).toHaveLength(51);
  });

  it('go on after failures', async () => {
    const callers = new Callers();
    const failing = Array.from({ length: MAX_RUNNING }, () => callers.ask('ana', { fails: true }).catch(String));
    const next = callers.ask('ana');
    await callers.endRunning();
    expect(await Promise.all(failing)).toEqual(Array(MAX_RUNNING).fill('Error: lost'));
    await callers.endRunning();
    expect(await next).toBe('ana');
  });

  it('are not executed for a reader who has gone', async () => {
    const callers = new Callers();
    expect(await callers.ask('ana', { gone: true })).toBeUndefined();
    expect(callers.begun).toEqual([]);
  });

  it('are not held up by uploads, which take as long as their bytes', async () => {
    const callers = new Callers();
    const uploads = Array.from({ length: 20 }, () => callers.ask('ana', { route: fileRoutes.upload }));
    const read = callers.ask('ana');
    await callers.endRunning();
    expect(await Promise.all([read, ...uploads])).toHaveLength(21);
  });

  describe('that wait', () => {
    const BEGUN = Array<string>(MAX_RUNNING).fill('ana');
    const code = (error: unknown) => failureOf(error, '').body.code;
    const POST = { method: 'POST' };
    const useFakeTimers = () => void jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    afterEach(() => void jest.useRealTimers());

    function fill() {
      useFakeTimers();
      const callers = new Callers();
      return { callers, begun: BEGUN.map((by) => callers.ask(by, POST).catch(code)) };
    }

    it('are asked again for their permission in their turn', async () => {
      const { callers, begun } = fill();
      const refused = callers.ask('ana', { ...POST, check: () => Promise.reject(notAllowed()) }).catch(code);
      const still = callers.ask('ana', POST);
      await jest.advanceTimersByTimeAsync(2_000);
      await callers.endAll();
      expect(await refused).toBe('identity/not-allowed');
      expect(await Promise.all([still, ...begun])).toEqual(['ana', ...BEGUN]);
      expect(callers.begun).toEqual([...BEGUN, 'ana']);
    });

    it('never begin after they were answered, however often; what had begun goes on', async () => {
      const { callers, begun } = fill();
      for (let wave = 0; wave < 3; wave++) {
        const waiting = Array.from({ length: 100 }, () => callers.ask('ana', POST).catch(code));
        await jest.advanceTimersByTimeAsync(ANSWER_TIMEOUT_MS + 1);
        expect(new Set(await Promise.all(waiting))).toEqual(new Set(['service/unavailable']));
      }
      expect(new Set(await Promise.all(begun))).toEqual(new Set(['service/unavailable']));
      const next = callers.ask('ana', POST);
      await callers.endAll();
      expect(await next).toBe('ana');
      expect(callers.begun).toEqual([...BEGUN, 'ana']);
    });

    it('do not begin when they are answered while their permission is asked', async () => {
      const { callers } = fill();
      let permit!: () => void;
      const check = () => new Promise<void>((resolve) => (permit = resolve));
      const waiting = callers.ask('ana', { ...POST, check }).catch(code);
      await jest.advanceTimersByTimeAsync(2_000);
      await callers.endRunning();
      await jest.advanceTimersByTimeAsync(ANSWER_TIMEOUT_MS);
      expect(await waiting).toBe('service/unavailable');
      permit();
      await callers.endAll();
      expect(callers.begun).toEqual(BEGUN);
    });
  });
});
