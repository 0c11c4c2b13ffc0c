import { NotFoundException } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import { Rejection } from '@throughline/domain';
import { StoreUnavailable, WrongExpectedRevision } from '@throughline/event-store';
import { failureOf } from './failure-of.js';
import { Refusal } from './refusal.js';

const told = (error: unknown) => {
  const { status, body } = failureOf(error, 'correlation-1');
  expect(body).toMatchObject({ success: false, data: null });
  return { status, code: body.code, message: body.message };
};

describe('Failure', () => {
  it('of the business is 409, with its code and words', () => {
    const error = new Rejection('item-task/already-completed', 'This task has already been completed.');
    expect(told(error)).toEqual({ status: 409, code: error.code, message: error.message });
  });

  it('of the API has the status it names', () => {
    expect(told(new Refusal(403, 'identity/mismatch', 'No.'))).toMatchObject({
      status: 403,
      code: 'identity/mismatch',
    });
  });

  it('of a race that was lost too often asks to try again', () => {
    expect(told(new WrongExpectedRevision('referral-1', 3, 4))).toMatchObject({
      status: 409,
      code: 'request/conflict',
    });
  });

  it('of the event store says that trying again is safe', () => {
    const { status, retryAfterSeconds } = failureOf(new StoreUnavailable('unknown'), 'correlation-1');
    expect({ status, retryAfterSeconds }).toEqual({ status: 503, retryAfterSeconds: 2 });
  });

  it.each([
    Object.assign(new Error('the database system is starting up'), { code: '57P03' }),
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
    new Error('Connection terminated unexpectedly'),
    new Error('Client has encountered a connection error and is not queryable'),
    new Error('timeout exceeded when trying to connect'),
  ])('of a database that is away says the same: %s', (error) => {
    const { status, retryAfterSeconds, unexpected } = failureOf(error, 'correlation-1');
    expect({ status, retryAfterSeconds, unexpected }).toEqual({ status: 503, retryAfterSeconds: 2, unexpected: true });
  });

  it.each([
    [new NotFoundException('Cannot GET /api/referrals/referral/4711'), 404],
    [Object.assign(new SyntaxError('Unexpected token in "Jane Doe"'), { status: 400 }), 400],
    [Object.assign(new Error('request entity too large'), { status: 413 }), 413],
  ])('of the framework does not quote the request: %s', (error, status) => {
    expect(told(error)).toMatchObject({ status, message: expect.not.stringMatching(/Jane|4711/) });
  });

  it('that nobody foresaw says nothing but its correlation id', () => {
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
