import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../../api/api-error.js';
import { movedInWords, sayingWhat } from './site-admin-dialogs.js';

describe('A person who was moved while they are made site administrator', () => {
  const plan = { id: 1, name: 'Commonwealth Community Plan' };

  it('is described in a warning, with what to do', () => {
    expect(movedInWords('Lee Ash', plan, { id: 2, name: 'Saguaro Health' }, 'Close this.')).toBe(
      'Lee Ash is a person of Saguaro Health by now. Nothing can be saved here. Close this.',
    );
    expect(movedInWords('Lee Ash', plan, null, 'Close this.')).toContain('Lee Ash is of no company by now.');
  });

  it('causes no warning while they are of the company of the dialog', () => {
    expect(movedInWords('Lee Ash', plan, { ...plan, name: 'Renamed' }, 'Close this.')).toBeNull();
  });

  it('causes a refusal that states what was changed', () => {
    const what = 'Dana Whitfield changed this on Nov 28, 2026, 12:11 PM Central Time from “Commonwealth” to “Saguaro”.';
    const refused = new ApiError('Dana Whitfield changed the same.', 'account/changed-meanwhile', 409, {
      companyId: what,
    });
    expect(sayingWhat(refused)).toMatchObject({ code: refused.code, message: `${what} Nothing was saved.` });
    const other = new ApiError('Reactivate it first.', 'account/deactivated', 409);
    expect(sayingWhat(other)).toBe(other);
  });
});
