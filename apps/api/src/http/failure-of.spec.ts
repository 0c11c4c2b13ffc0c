import { BadRequestException, NotFoundException } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import { DomainError, UnknownEvent } from '@throughline/domain';
import { StoreUnavailable, WrongExpectedRevision } from '@throughline/event-store';
import { failureOf } from './failure-of.js';
import { HttpError } from './http-error.js';

const answerTo = (error: unknown) => {
  const { status, body } = failureOf(error, 'correlation-1');
  expect(body).toMatchObject({ success: false, data: null });
  return { status, code: body.code, message: body.message };
};

describe('Failure', () => {
  it('of the domain is 409, with its code and message', () => {
    const error = new DomainError('item-task/already-completed', 'This task has already been completed.');
    expect(answerTo(error)).toEqual({ status: 409, code: error.code, message: error.message });
  });

  it('of the API has the status that it names', () => {
    expect(answerTo(new HttpError(403, 'identity/mismatch', 'No.'))).toMatchObject({
      status: 403,
      code: 'identity/mismatch',
    });
  });

  it('of repeated write conflicts asks to try again', () => {
    expect(answerTo(new WrongExpectedRevision('referral-1', 3, 4))).toMatchObject({
      status: 409,
      code: 'request/conflict',
    });
  });

  it('of a client that disconnects is a fault of the request, not an outage', () => {
    const aborted = Object.assign(new Error('request aborted'), { status: 400, code: 'ECONNABORTED' });
    for (const error of [aborted, new BadRequestException('request aborted', { cause: aborted })]) {
      expect(failureOf(error, 'correlation-1')).toMatchObject({
        status: 400,
        unexpected: false,
        body: { code: 'request/malformed' },
      });
    }
  });

  it('of the event store says when to try again', () => {
    const { status, retryAfterSeconds } = failureOf(new StoreUnavailable('unknown'), 'correlation-1');
    expect({ status, retryAfterSeconds }).toEqual({ status: 503, retryAfterSeconds: 2 });
  });

  it('to read an event of a later release is 503', () => {
    const missing = Object.assign(new Error('column "added_later" does not exist'), { code: '42703' });
    expect(failureOf(missing, 'correlation-1')).toEqual(failureOf(new UnknownEvent('TaskPutToMusic'), 'correlation-1'));
    const { status, body, retryAfterSeconds } = failureOf(new UnknownEvent('TaskPutToMusic'), 'correlation-1');
    expect({ status, code: body.code, retryAfterSeconds }).toEqual({
      status: 503,
      code: 'service/upgrading',
      retryAfterSeconds: 10,
    });
  });

  it('of an unavailable database says when to try again', () => {
    const error = Object.assign(new Error('the database system is starting up'), { code: '57P03' });
    const { status, retryAfterSeconds, unexpected } = failureOf(error, 'correlation-1');
    expect({ status, retryAfterSeconds, unexpected }).toEqual({ status: 503, retryAfterSeconds: 2, unexpected: true });
  });

  it.each([
    Object.assign(new Error('could not extend file "base/5/1"'), { code: '53100' }),
    Object.assign(new Error("ENOSPC: no space left on device, write '/files/1'"), { code: 'ENOSPC' }),
    new StoreUnavailable('unknown', Object.assign(new Error('could not extend file'), { code: '53100' })),
  ])('of a full disk is 503, with a message of its own: %s', (error) => {
    const { status, code, message } = answerTo(error);
    expect({ status, code }).toEqual({ status: 503, code: 'service/storage-full' });
    expect(message).toMatch(/no space left .* try again later/);
  });

  it.each([
    [new NotFoundException('Cannot GET /api/referrals/referral/4711'), 404],
    [Object.assign(new SyntaxError('Unexpected token in "Jane Doe"'), { status: 400 }), 400],
    [Object.assign(new Error('request entity too large'), { status: 413 }), 413],
  ])('of the framework does not quote the request: %s', (error, status) => {
    expect(answerTo(error)).toMatchObject({ status, message: expect.not.stringMatching(/Jane|4711/) });
  });

  it('that is unexpected shows its correlation id alone', () => {
    const { status, body, unexpected } = failureOf(new TypeError('cannot read "ssn" of undefined'), 'correlation-1');
    expect({ status, unexpected }).toEqual({ status: 500, unexpected: true });
    expect(body).toEqual({
      success: false,
      message: 'An error occurred.',
      data: null,
      code: 'service/unexpected',
      correlationId: 'correlation-1',
    });
  });
});
