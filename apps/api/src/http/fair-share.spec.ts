import { describe, expect, it } from '@jest/globals';
import type { CallHandler, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { accountRoutes, fileRoutes, type Route } from '@throughline/contracts';
import { from, lastValueFrom } from 'rxjs';
import { FairShare, MAX_RUNNING } from './fair-share.js';
import { RouteMetadata } from './request-parts.js';

class Callers {
  private readonly share = new FairShare(new Reflector(), { proxyHops: 0 });
  private readonly held: (() => void)[] = [];
  readonly begun: string[] = [];

  ask(by: string, { route = accountRoutes.readConfig as Route, gone = false, fails = false } = {}): Promise<unknown> {
    const handler = () => undefined;
    RouteMetadata(route)(handler);
    const request = { headers: { authorization: `Bearer ${by}` }, method: 'GET', socket: {} };
    const http = { getRequest: () => request, getResponse: () => ({ closed: gone }) };
    const context = { switchToHttp: () => http, getHandler: () => handler } as unknown as ExecutionContext;
    const work = async () => {
      this.begun.push(by);
      await new Promise<void>((end) => this.held.push(end));
      if (fails) throw new Error('lost');
      return by;
    };
    const next: CallHandler = { handle: () => from(work()) };
    return lastValueFrom(this.share.intercept(context, next));
  }

  /** Ends what runs, once what could begin has begun. */
  async endRunning(): Promise<void> {
    await new Promise(setImmediate);
    for (const end of this.held.splice(0)) end();
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
});
