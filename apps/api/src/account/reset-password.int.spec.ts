import { afterAll, describe, expect, it } from '@jest/globals';
import { startApi } from '../testing/api-under-test.js';
import { post } from '../testing/call.js';

const api = await startApi();
afterAll(() => api.close());

const chosen = { stateToken: 'a-state-token', newPassword: 'Corr3ct-horse!' };
const reset = (body: object = chosen) => post(api, '/okta/reset-password', body);

describe('Choosing a password by a mailed link', () => {
  it('needs no sign-in, and does not sign in', async () => {
    api.identity.answersNext({ status: 200, body: { status: 'SUCCESS', sessionToken: 'secret' } });
    const { status, body } = await reset();
    expect({ status, body }).toEqual({ status: 200, body: { success: true, message: 'OK', data: null } });
  });

  it.each([
    [401, 'E0000011', 'Invalid token provided', 403, 'identity/invalid-token', 'Invalid token provided'],
    [403, 'E0000014', 'Update of credentials failed', 400, 'identity/password-refused', 'It is too easy. It is yours'],
    [500, 'E0000009', 'Internal Server Error', 503, 'identity/unavailable', 'Sign-in is briefly unavailable'],
  ])('answered %i %s (%s) by the provider, is refused with %i %s', async (...row) => {
    const [status, errorCode, errorSummary, expected, code, message] = row;
    const errorCauses = [{ errorSummary: 'It is too easy' }, { errorSummary: 'It is yours' }];
    api.identity.answersNext({ status, body: { errorCode, errorSummary, errorCauses } });
    const answer = await reset();
    expect(answer).toMatchObject({ status: expected, body: { success: false, code } });
    expect(answer.body.message).toContain(message);
  });

  it('is refused with the broken rule before the provider is called', async () => {
    const { status, body } = await reset({ ...chosen, newPassword: 'short' });
    expect([status, body.errors]).toEqual([400, { newPassword: 'New password must be at least 8 letters' }]);
  });
});
