import { describe, expect, it } from '@jest/globals';
import { recoveryMessage } from './recovery.js';

describe('A failed reset', () => {
  it.each([
    [{ errorSummary: 'Invalid token provided', message: 'x' }, 'Reset failed: token expired or invalid'],
    [new Error('Invalid token provided'), 'Reset failed: token expired or invalid'],
    [new Error('New password is too easy to guess'), 'New password is too easy to guess'],
    [{}, 'An error occurred.'],
  ])('of %j says "%s"', (error, message) => expect(recoveryMessage(error)).toBe(message));
});
