import { describe, expect, it } from '@jest/globals';
import { memoryStorage } from './browser-storage.js';
import {
  closedSince,
  closePages,
  forgetInThisTab,
  forgetPerson,
  loggedOutSince,
  noteTakeOver,
  takenOverSince,
} from './forget-person.js';

describe('A Log Out', () => {
  it('leaves settings of the browser and keys of others', () => {
    const storage = memoryStorage();
    const personal = ['throughline.order-draft.general.ana', 'throughline.order-draft.general.ana.sent'];
    const settings = ['throughline.scheme', 'throughline.language', 'throughline.order-banner-dismissed'];
    const others = [...settings, 'okta-token-storage'];
    for (const key of [...personal, ...others, 'throughline.user-id']) storage.setItem(key, 'x');
    forgetPerson(storage, 1);
    expect([...personal, 'throughline.user-id'].filter((key) => storage.getItem(key) !== null)).toEqual([]);
    expect(others.filter((key) => storage.getItem(key) === null)).toEqual([]);
  });

  it('in another tab leaves nothing of the person in this one, and nothing of the next person is removed', () => {
    const [shared, ofTab] = [memoryStorage(), memoryStorage()];
    const typed = (key: string) => ofTab.setItem(`throughline.inquiry-draft.${key}`, 'x');
    const kept = () => Array.from({ length: ofTab.length }, (_, index) => ofTab.key(index)).join();
    typed('help.ana');
    forgetInThisTab(shared, ofTab);
    expect(kept()).toContain('ana');
    forgetPerson(shared, 10);
    forgetInThisTab(shared, ofTab);
    expect(kept()).not.toContain('ana');
    typed('help.kwame');
    forgetInThisTab(shared, ofTab);
    expect(kept()).toContain('kwame');
  });

  it('reaches every page that is open, and none that is opened later', () => {
    const storage = memoryStorage();
    expect(loggedOutSince(storage, 0)).toBe(false);
    forgetPerson(storage, 10);
    expect([9, 10, 11].map((opened) => loggedOutSince(storage, opened))).toEqual([true, true, false]);
    forgetPerson(storage, 20);
    expect(loggedOutSince(storage, 11)).toBe(true);
  });
});

describe('What was noted by a clock that has been set back since', () => {
  const inAYear = Date.now() + 365 * 86_400_000;

  it('ends nothing that was opened by the right one', () => {
    const storage = memoryStorage();
    forgetPerson(storage, inAYear);
    closePages(storage, inAYear);
    noteTakeOver(storage, inAYear);
    const opened = Date.now();
    expect([loggedOutSince, closedSince, takenOverSince].map((since) => since(storage, opened))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('hides no later Log Out from another tab', () => {
    const [shared, ofTab] = [memoryStorage(), memoryStorage()];
    for (const storage of [shared, ofTab]) forgetPerson(storage, inAYear);
    ofTab.setItem('throughline.inquiry-draft.help.ana', 'x');
    forgetPerson(shared, Date.now());
    forgetInThisTab(shared, ofTab);
    expect(ofTab.getItem('throughline.inquiry-draft.help.ana')).toBeNull();
  });
});

describe('A session that is gone', () => {
  it('was taken over if another person is signed in, and was not closed on purpose', () => {
    const storage = memoryStorage();
    expect(takenOverSince(storage, 0)).toBe(false);
    noteTakeOver(storage, 10);
    expect([9, 10, 11].map((signedIn) => takenOverSince(storage, signedIn))).toEqual([true, true, false]);
    expect(closedSince(storage, 9)).toBe(false);
  });

  it('was closed if somebody logged out or did not respond, and was lost otherwise', () => {
    const storage = memoryStorage();
    expect(closedSince(storage, 0)).toBe(false);
    closePages(storage, 10);
    expect([9, 10, 11].map((signedIn) => closedSince(storage, signedIn))).toEqual([true, true, false]);
    forgetPerson(storage, 20);
    expect([11, 20, 21].map((signedIn) => closedSince(storage, signedIn))).toEqual([true, true, false]);
  });
});
