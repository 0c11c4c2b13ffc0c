import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { accountRoutes, fileRoutes, type Route } from '@throughline/contracts';
import { from, lastValueFrom } from 'rxjs';
import { ANSWER_TIMEOUT_MS, AnswerInTime, inTime } from './answer-in-time.js';
import { failureOf } from '../failure-of.js';
import { RouteMetadata } from '../request-parts.js';

const answerTo = (error: unknown) => failureOf(error, 'correlation-1');
const TOO_LATE = { status: 503, unexpected: true, body: { code: 'service/unavailable' } };
const after = <T>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), ms));

function execute(route: Route, work: Promise<unknown>) {
  const handler = () => undefined;
  RouteMetadata(route)(handler);
  const context = { switchToHttp: () => ({ getRequest: () => ({}) }), getHandler: () => handler };
  const handled = new AnswerInTime(new Reflector()).intercept(context as unknown as ExecutionContext, {
    handle: () => from(work),
  });
  return lastValueFrom(handled).catch((error: unknown) => error);
}

describe('A request', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('gets its answer, or 503 when its time is over', async () => {
    const answered = execute(accountRoutes.readConfig, after(ANSWER_TIMEOUT_MS - 1, 'read'));
    const late = execute(accountRoutes.readConfig, after(ANSWER_TIMEOUT_MS + 1, 'read'));
    await jest.advanceTimersByTimeAsync(ANSWER_TIMEOUT_MS + 1);
    expect(await answered).toBe('read');
    expect(answerTo(await late)).toMatchObject(TOO_LATE);
  });

  it('has one limit for all that it waits for', async () => {
    const request = {};
    const first = inTime(request, after(ANSWER_TIMEOUT_MS - 1_000, 'identified'));
    await jest.advanceTimersByTimeAsync(ANSWER_TIMEOUT_MS - 1_000);
    await first;
    const second = inTime(request, after(2_000, 'read')).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(answerTo(await second)).toMatchObject(TOO_LATE);
  });

  it('whose time is over before it asks for something is answered the same', async () => {
    const request = { answerBy: performance.now() - 1_000 };
    const late = inTime(request, after(2_000, 'read')).catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(1);
    expect(answerTo(await late)).toMatchObject(TOO_LATE);
    expect(request).toMatchObject({ isOverdue: true });
  });

  it('that uploads a file has no limit', async () => {
    const uploaded = execute(fileRoutes.upload, after(10 * ANSWER_TIMEOUT_MS, 'stored'));
    await jest.advanceTimersByTimeAsync(10 * ANSWER_TIMEOUT_MS);
    expect(await uploaded).toBe('stored');
  });
});
