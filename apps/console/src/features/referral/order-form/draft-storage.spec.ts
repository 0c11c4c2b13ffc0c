import { describe, expect, it } from '@jest/globals';
import { DEFAULT_SETTINGS, orderFormOf } from '@throughline/domain';
import { adoptDrafts } from '../submission/unanswered-order.js';
import { swapDrafts, clearDraft, draftBeside, isDraftKept, loadDraft, saveDraft } from './draft-storage.js';
import { clearSpentDrafts } from '../../../session/storage/drafts.js';
import { NOBODY } from '../../../session/storage/stored.js';
import { memoryStorage, withAside } from '../../../session/storage/browser-storage.js';
import { emptyDraft, forMember, isFilled, nextDraft, withReferrer } from './order-draft.js';

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

  it('expires after 24 hours, and is removed from the storage', () => {
    const storage = memoryStorage();
    saveDraft(storage, GENERAL, 'ana', typed(), 0);
    expect(loadDraft(storage, GENERAL, 'ana', 24 * HOUR + 1)).toBeNull();
    expect(loadDraft(storage, GENERAL, 'ana', 0)).toBeNull();
  });

  it('is removed after 24 hours even if its form is not opened, and nothing else is removed', () => {
    const storage = memoryStorage();
    saveDraft(storage, GENERAL, 'ana', typed(), HOUR);
    saveDraft(storage, MAGNOLIA, NOBODY, typed(), 2 * HOUR);
    storage.setItem('throughline.order-draft.general.kwame', '{');
    storage.setItem('throughline.scheme', 'dark');
    clearSpentDrafts(storage, 25 * HOUR + 1);
    expect(Array.from({ length: storage.length }, (_, index) => storage.key(index))).toEqual([
      'throughline.order-draft.magnolia.nobody',
      'throughline.scheme',
    ]);
  });

  it('reports whether the browser has stored it', () => {
    const full = withAside(null);
    expect(saveDraft(full, GENERAL, 'ana', typed(), 0)).toBe(false);
    expect([isDraftKept(full, GENERAL, 'ana'), loadDraft(full, GENERAL, 'ana', 0)]).toEqual([false, typed()]);
    expect(saveDraft(memoryStorage(), GENERAL, 'ana', typed(), 0)).toBe(true);
  });

  it.each([
    '{',
    '7',
    '{"savedAt":0}',
    '{"savedAt":"now","draft":{}}',
    '{"savedAt":0,"draft":{"items":null}}',
    '{"savedAt":0,"draft":{"items":[{"item":"Pump"}]}}',
    '{"savedAt":0,"draft":{"memberInfo":{"lastName":"Partial"}}}',
  ])('is empty if the storage holds %s, which is removed', (held) => {
    const storage = memoryStorage();
    storage.setItem('throughline.order-draft.general.ana', held);
    expect(loadDraft(storage, GENERAL, 'ana', 0)).toBeNull();
    expect(storage.length).toBe(0);
  });

  it('is restored with every field of a form', () => {
    const storage = memoryStorage();
    const draft = typed();
    const line = { catalogueId: 'p', itemCategory: 'c', item: 'Pump', option: { id: 'o', name: 'M', hcpcs: null } };
    draft.items = [{ ...line, hcpcs: 'E0603', description: null, image: '/p.svg', qty: '' }];
    draft.fileNames = ['a.pdf'];
    saveDraft(storage, GENERAL, 'ana', draft, 0);
    expect(loadDraft(storage, GENERAL, 'ana', 0)).toEqual(draft);
  });

  it.each(['9e99', '99999999999999999', 'yesterday'])(
    'that is stored beside another one is ignored under a malformed key: %s',
    (at) => {
      const storage = memoryStorage();
      saveDraft(storage, GENERAL, 'ana', typed(), HOUR);
      const held = storage.getItem('throughline.order-draft.general.ana') ?? '';
      storage.setItem(
        `throughline.order-draft.general.ana.beside.${at}`,
        held.replace(`${HOUR}`, String(Number(at) || 0)),
      );
      storage.setItem('throughline.order-draft.general.ana.beside.5', held);
      expect(draftBeside(storage, GENERAL, 'ana', HOUR)).toBeNull();
    },
  );

  it('is visible to its owner only', () => {
    const storage = memoryStorage();
    saveDraft(storage, GENERAL, 'ana', typed(), 0);
    expect(loadDraft(storage, GENERAL, 'kwame', 0)).toBeNull();
  });

  it('belongs to one form', () => {
    const storage = memoryStorage();
    saveDraft(storage, GENERAL, 'ana', typed(), 0);
    expect(loadDraft(storage, orderFormOf('breast-pump'), 'ana', 0)).toBeNull();
    expect(loadDraft(storage, MAGNOLIA, 'ana', 0)).toBeNull();
  });

  it('becomes that of the person who signs in, on every form, and keeps its age', () => {
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

  it('that is empty does not replace one with content', () => {
    const storage = memoryStorage();
    saveDraft(storage, GENERAL, 'ana', typed(), HOUR);
    const emptied = emptyDraft(GENERAL);
    emptied.referralInfo.email = 'ana@plan.example';
    saveDraft(storage, GENERAL, NOBODY, emptied, 2 * HOUR);
    adoptDrafts(storage, 'ana');
    expect(loadDraft(storage, GENERAL, 'ana', 2 * HOUR)?.otherInfo).toBe('Ring twice');
    expect(draftBeside(storage, GENERAL, 'ana', 2 * HOUR)).toBeNull();
  });

  it('that is empty is replaced by one with content, even an older one', () => {
    const storage = memoryStorage();
    saveDraft(storage, GENERAL, NOBODY, typed(), HOUR);
    saveDraft(storage, GENERAL, 'ana', emptyDraft(GENERAL), 2 * HOUR);
    adoptDrafts(storage, 'ana');
    expect(loadDraft(storage, GENERAL, 'ana', 2 * HOUR)?.otherInfo).toBe('Ring twice');
    expect(draftBeside(storage, GENERAL, 'ana', 2 * HOUR)).toBeNull();
  });

  it('is stored beside a newer one, and each can be continued for its 24 hours', () => {
    const storage = memoryStorage();
    const shown = (now: number) => loadDraft(storage, GENERAL, 'ana', now)?.otherInfo;
    for (const [words, savedAt] of [
      ['1', HOUR],
      ['3', 3 * HOUR],
      ['2', 2 * HOUR],
    ] as const) {
      saveDraft(storage, GENERAL, NOBODY, { ...typed(), otherInfo: words }, savedAt);
      adoptDrafts(storage, 'ana');
    }
    expect(shown(3 * HOUR)).toBe('3');
    for (const next of ['1', '2', '3', '1']) {
      swapDrafts(storage, GENERAL, 'ana', 3 * HOUR);
      expect(shown(3 * HOUR)).toBe(next);
    }
    expect(draftBeside(storage, GENERAL, 'ana', 3 * HOUR)).toBe(2 * HOUR);
    // A spent draft is not offered, even before it is removed.
    expect(draftBeside(storage, GENERAL, 'ana', 26 * HOUR + 1)).toBe(3 * HOUR);
    clearSpentDrafts(storage, 26 * HOUR + 1);
    expect(shown(26 * HOUR + 1)).toBeUndefined();
    expect(draftBeside(storage, GENERAL, 'ana', 26 * HOUR + 1)).toBe(3 * HOUR);
  });

  it('is cleared on demand', () => {
    const storage = memoryStorage();
    saveDraft(storage, GENERAL, 'ana', typed(), 0);
    clearDraft(storage, GENERAL, 'ana');
    expect(loadDraft(storage, GENERAL, 'ana', 0)).toBeNull();
  });

  it('takes the referrer from the account only if nothing was typed', () => {
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
      dismissedUpdate: null,
      dismissedFiles: [],
      siteAdmin: false,
      active: true,
      claimedCompany: null,
      switches: 0,
      waitsForProvider: false,
      language: null,
      signInState: null,
      notificationSettings: DEFAULT_SETTINGS,
    });
    expect(referralInfo).toMatchObject({
      firstName: 'Anna',
      lastName: 'Ruiz',
      phone: '6025550112',
      company: 'Saguaro Health Plan',
    });
    // If the source replaced the last name, choosing another source restores the person's own.
    expect(ownLastName).toBe('Ruiz');
  });

  it('keeps the referrer, and nothing about the member, for the next order', () => {
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

  it('keeps what was typed for the same member, and only the referrer for another', () => {
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

  it('counts as empty with the member alone', () => {
    const begun = forMember(DIAPERS, null, proof);
    expect(isFilled(DIAPERS, begun)).toBe(false);
    expect(isFilled(DIAPERS, { ...begun, otherInfo: 'Ring twice' })).toBe(true);
    expect(isFilled(GENERAL, typed())).toBe(true);
  });

  it('is what was typed on a form without a look-up', () => {
    expect(forMember(GENERAL, typed(), null)).toEqual(typed());
  });
});
