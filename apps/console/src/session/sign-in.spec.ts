import { describe, expect, it } from '@jest/globals';
import { signInMessage } from './sign-in.js';

describe('A failed sign-in', () => {
  it.each([
    [{ errorSummary: 'Authentication failed', message: 'x' }, 'Login failed: Incorrect username or password'],
    [{ errorSummary: 'API call exceeded rate limit' }, 'API call exceeded rate limit'],
    [new Error('Unable to retrieve OAuth iframe response'), 'Unable to retrieve OAuth iframe response'],
    [{}, 'Login attempt failed'],
  ])('of %j says "%s"', (error, message) => expect(signInMessage(error)).toBe(message));
});
