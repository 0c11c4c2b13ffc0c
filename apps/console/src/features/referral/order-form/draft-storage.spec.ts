import { describe, expect, it } from '@jest/globals';
import { orderFormOf } from '@throughline/domain';
import { adoptDrafts } from './adopt-drafts.js';
import { clearDraft, clearOldDrafts, loadDraft, NOBODY, saveDraft } from './draft-storage.js';
import { memoryStorage } from './memory-storage.testing.js';
import { emptyDraft, forMember, nextDraft, withReferrer } from './order-draft.js';

const GENERAL = orderFormOf('general');
const MAGNOLIA = orderFormOf('magnolia');
const HOUR = 3_600_000;
const typed = () => ({ ...emptyDraft(GENERAL), otherInfo: 'Ring twice' });

describe('Order draft', () => {
  it('comes back as it was typed', () => {
    const storage = memoryStorage();
    saveDraft(storage, GENERAL, 'ana', typed(), 0);
    expect(loadDraft(storage, GENERAL, 'ana', 24 * HOUR)?.otherInfo).toBe('Ring twice');
  });

  it('is gone after 24 hours, from the storage too', () => {
    const storage = memoryStorage();
    saveDraft(storage, GENERAL, 'ana', typed(), 0);
    expect(loadDraft(storage, GENERAL, 'ana', 24 * HOUR + 1)).toBeNull();
    expect(loadDraft(storage, GENERAL, 'ana', 0)).toBeNull();
  });

  it('goes after 24 hours although nobody opens its form, and nothing else goes', () => {
    const storage = memoryStorage();
    saveDraft(storage, GENERAL, 'ana', typed(), HOUR);
    saveDraft(storage, MAGNOLIA, NOBODY, typed(), 2 * HOUR);
    storage.setItem('throughline.order-draft.general.kwame', '{');
    storage.setItem('throughline.scheme', 'dark');
    clearOldDrafts(storage, 25 * HOUR + 1);
    expect(Array.from({ length: storage.length }, (_, index) => storage.key(index))).toEqual([
      'throughline.order-draft.magnolia.nobody',
      'throughline.scheme',
    ]);
  });

  it('says whether the browser keeps it', () => {
    const full = {
      setItem: () => {
        throw new Error('QuotaExceededError');
      },
    } as unknown as Storage;
    expect(saveDraft(full, GENERAL, 'ana', typed(), 0)).toBe(false);
    expect(saveDraft(memoryStorage(), GENERAL, 'ana', typed(), 0)).toBe(true);
  });

  it('is nothing when the storage holds something else', () => {
    const storage = memoryStorage();
    storage.setItem('throughline.order-draft.general.ana', '{');
    expect(loadDraft(storage, GENERAL, 'ana', 0)).toBeNull();
  });

  it("is its owner's alone", () => {
    const storage = memoryStorage();
    saveDraft(storage, GENERAL, 'ana', typed(), 0);
    expect(loadDraft(storage, GENERAL, 'kwame', 0)).toBeNull();
  });

  it("is its form's alone", () => {
    const storage = memoryStorage();
    saveDraft(storage, GENERAL, 'ana', typed(), 0);
    expect(loadDraft(storage, orderFormOf('breast-pump'), 'ana', 0)).toBeNull();
    expect(loadDraft(storage, MAGNOLIA, 'ana', 0)).toBeNull();
  });

  it('goes on as theirs when somebody signs in, on every form, and as old as it is', () => {
    const storage = memoryStorage();
    saveDraft(storage, GENERAL, NOBODY, typed(), HOUR);
    saveDraft(storage, MAGNOLIA, NOBODY, typed(), 2 * HOUR);
    adoptDrafts(storage, 'ana');
    expect(loadDraft(storage, MAGNOLIA, 'ana', 26 * HOUR)?.otherInfo).toBe('Ring twice');
    expect(loadDraft(storage, GENERAL, 'ana', 25 * HOUR)?.otherInfo).toBe('Ring twice');
    expect(loadDraft(storage, GENERAL, 'ana', 25 * HOUR + 1)).toBeNull();
    expect([GENERAL, MAGNOLIA].map((form) => loadDraft(storage, form, NOBODY, HOUR))).toEqual([null, null]);
  });

  it.each([
    ['older', 'Ring once', HOUR],
    ['newer', 'Ring twice', 3 * HOUR],
  ])('that is %s than their own leaves "%s" when somebody signs in, and nothing behind', (_, left, savedAt) => {
    const storage = memoryStorage();
    saveDraft(storage, GENERAL, 'ana', { ...typed(), otherInfo: 'Ring once' }, 2 * HOUR);
    saveDraft(storage, GENERAL, NOBODY, typed(), savedAt);
    adoptDrafts(storage, 'ana');
    expect(loadDraft(storage, GENERAL, 'ana', 3 * HOUR)?.otherInfo).toBe(left);
    expect(loadDraft(storage, GENERAL, NOBODY, 3 * HOUR)).toBeNull();
  });

  it('is cleared on demand', () => {
    const storage = memoryStorage();
    saveDraft(storage, GENERAL, 'ana', typed(), 0);
    clearDraft(storage, GENERAL, 'ana');
    expect(loadDraft(storage, GENERAL, 'ana', 0)).toBeNull();
  });

  it('takes the referrer from the account only where nothing was typed', () => {
    const draft = emptyDraft(GENERAL);
    draft.referralInfo.firstName = 'Anna';
    const { referralInfo, ownLastName } = withReferrer(draft, {
      id: 'u1',
      firstName: 'Ana',
      lastName: 'Ruiz',
      oktaUserName: 'ana@plan.example',
      email: 'ana@plan.example',
      primaryPhone: '6025550112',
      secondaryPhone: null,
      company: { id: 12, name: 'Saguaro Health Plan', state: 'AZ' },
      admin: false,
      groups: [],
      role: 'referrer',
    });
    expect(referralInfo).toMatchObject({
      firstName: 'Anna',
      lastName: 'Ruiz',
      phone: '6025550112',
      company: 'Saguaro Health Plan',
    });
    // Where a source had fixed the last name, their own comes back with another source.
    expect(ownLastName).toBe('Ruiz');
  });

  it('keeps the referrer, and nothing of the member, for the next order', () => {
    const draft = typed();
    draft.referralInfo.email = 'ana@plan.example';
    draft.ownLastName = 'Ruiz';
    draft.memberInfo.lastName = 'Osei';
    expect(nextDraft(GENERAL, draft)).toEqual({
      ...emptyDraft(GENERAL),
      referralInfo: draft.referralInfo,
      ownLastName: 'Ruiz',
    });
  });
});

describe('Order draft after a look-up', () => {
  const DIAPERS = orderFormOf('diapers');
  const proof = { eligiblePatientId: 'ticket', verifyInfo: { medicaidId: 'VA1', DOB: '1996-05-04' } };

  it('begins with the member who was looked up, in the payor’s state', () => {
    const { memberInfo, insuranceInfo } = forMember(DIAPERS, null, proof);
    expect([memberInfo.DOB, memberInfo.state, insuranceInfo.medicaidId]).toEqual(['1996-05-04', 'VA', 'VA1']);
  });

  it('goes on with what was typed for the same member, and with the referrer alone for another', () => {
    const begun = forMember(DIAPERS, null, proof);
    const kept = {
      ...begun,
      otherInfo: 'Ring twice',
      referralInfo: { ...begun.referralInfo, email: 'ana@plan.example' },
    };
    expect(forMember(DIAPERS, kept, proof)).toEqual(kept);
    const another = forMember(DIAPERS, kept, { ...proof, verifyInfo: { ...proof.verifyInfo, medicaidId: 'VA2' } });
    expect([another.otherInfo, another.insuranceInfo.medicaidId]).toEqual(['', 'VA2']);
    expect(another.referralInfo.email).toBe('ana@plan.example');
  });

  it('is whatever was typed where no member is looked up', () => {
    expect(forMember(GENERAL, typed(), null)).toEqual(typed());
  });
});
