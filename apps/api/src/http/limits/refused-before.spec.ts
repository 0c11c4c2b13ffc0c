import { describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import type { HttpError } from '../http-error.js';
import { refusedBefore } from './refused-before.js';

describe('A caller whose command was refused for too many of them', () => {
  const clock = { now: 0 };
  const handler = refusedBefore(
    ({ headers }) => headers.authorization ?? 'nobody',
    () => clock.now,
  );
  /** The seconds after which the caller may try again; undefined: the request was let through. */
  function send(authorization: string, method = 'POST') {
    const request = { method, headers: { authorization } } as Request;
    let refusal: unknown;
    void handler(request, {} as Response, (error?: unknown) => (refusal = error));
    return { request, retryAfter: (refusal as HttpError | undefined)?.more.retryAfterSeconds };
  }

  it('is refused without more work until its time is over, and nobody else is', () => {
    const { request, retryAfter } = send('ana');
    expect(retryAfter).toBeUndefined();
    request.refuseCommandsFor?.(30);
    expect(send('ana').retryAfter).toBe(30);
    expect(send('ana', 'GET').retryAfter).toBeUndefined();
    expect(send('ben').retryAfter).toBeUndefined();
    clock.now = 29_500;
    expect(send('ana', 'DELETE').retryAfter).toBe(1);
    clock.now = 30_000;
    expect(send('ana').retryAfter).toBeUndefined();
  });
});
