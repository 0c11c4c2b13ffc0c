import { describe, expect, it } from '@jest/globals';
import { dispositionOf } from './file.reads.js';

const ID = '263251948821043';

describe('The name of a download', () => {
  it.each([
    ['CMN.pdf', `${ID} CMN.pdf`, `${ID}%20CMN.pdf`],
    // The submission PDF is named after its referral already.
    [`Referral-${ID}.pdf`, `Referral-${ID}.pdf`, `Referral-${ID}.pdf`],
    ['José "1" (50%).pdf', `${ID} Jose _1_ (50_).pdf`, `${ID}%20Jos%C3%A9%20%221%22%20%2850%25%29.pdf`],
    ['処方箋.pdf', `${ID} ___.pdf`, `${ID}%20%E5%87%A6%E6%96%B9%E7%AE%8B.pdf`],
  ])('of %j has the id of the referral and the name of the file', (name, plain, encoded) => {
    expect(dispositionOf(ID, name)).toBe(`attachment; filename="${plain}"; filename*=UTF-8''${encoded}`);
  });
});
