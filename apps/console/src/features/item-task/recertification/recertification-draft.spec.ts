import { describe, expect, it } from '@jest/globals';
import { filledInWords } from './recertification-draft.js';

describe('The draft of a recertification', () => {
  const physicianInfo = { lastName: null, firstName: null, NPI: null, phone: null, fax: null, email: null };

  it('claims a physician only where the referral names one', () => {
    expect(
      [physicianInfo, { ...physicianInfo, lastName: 'Osei' }].map((one) => filledInWords({ physicianInfo: one })),
    ).toEqual([
      'The member was filled in from it. It names no physician.',
      'Member and physician were filled in from it.',
    ]);
  });
});
