import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Window } from 'happy-dom';
import { getDefaultStore } from 'jotai';
import { act, createElement } from 'react';
import { INQUIRY_DRAFTS, NOBODY } from '../../../session/storage/stored.js';
import { sessionAtom } from '../../../session/session.js';

const window = new Window({ url: 'https://portal.test/help' });
const { document, navigator, localStorage, sessionStorage, DOMException } = window;
const browser = { window, document, navigator, localStorage, sessionStorage, DOMException };
for (const [name, value] of Object.entries({ ...browser, IS_REACT_ACT_ENVIRONMENT: true }))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
// These modules look for the browser when they are loaded.
const { createRoot } = await import('react-dom/client');
const { siteStorage, tabStorage } = await import('../../../session/storage/browser-storage.js');
const { forgetPerson } = await import('../../../session/storage/forget-person.js');
const { useInquiryDraft } = await import('./inquiry-draft.js');

const DAY_MS = 24 * 3_600_000;
const FIELDS = ['firstName', 'subject'] as const;
type Fields = Record<(typeof FIELDS)[number], string>;
const ana = { id: 'ana', firstName: 'Ana' };
const typed: Fields = { firstName: 'Ana', subject: 'An order' };

let now = 0;
const realNow = Date.now;
let closePage = async () => {};
beforeEach(() => {
  now = Date.UTC(2026, 4, 4);
  Date.now = () => ++now;
  getDefaultStore().set(sessionAtom, { status: 'loggedIn', user: ana as never });
});
afterEach(async () => {
  await closePage();
  siteStorage.clear();
  tabStorage.clear();
  Date.now = realNow;
});

/** Opens the form for `owner`. */
async function open(owner: string) {
  await closePage();
  let draft!: ReturnType<typeof useInquiryDraft<Fields, 'help'>>;
  function Form() {
    draft = useInquiryDraft<Fields, 'help'>('help', owner, FIELDS);
    return null;
  }
  const root = createRoot(document.createElement('div') as unknown as HTMLElement);
  await act(async () => root.render(createElement(Form)));
  closePage = () => act(async () => root.unmount());
  return draft;
}
const isStored = (owner: string) => tabStorage.getItem(`${INQUIRY_DRAFTS}help.${owner}`) !== null;

describe('The draft of a message', () => {
  it('is kept for its owner until it is cleared, and not for another person', async () => {
    expect((await open('ana')).save(typed)).toBe(true);
    expect((await open('eve')).load()).toBeNull();
    const draft = await open('ana');
    expect(draft.load()).toEqual(typed);
    draft.clear();
    expect(draft.load()).toBeNull();
  });

  it('is kept for a day', async () => {
    (await open('ana')).save(typed);
    now += DAY_MS + 1_000;
    expect((await open('ana')).load()).toBeNull();
  });

  it.each([
    ['is empty', { firstName: '', subject: '' }],
    ['repeats the account', { firstName: 'Ana', subject: '' }],
  ])('is not stored while it %s, and what was stored is removed', async (_how, values) => {
    const draft = await open('ana');
    draft.save(typed);
    expect(draft.save(values)).toBe(true);
    expect(isStored('ana')).toBe(false);
    draft.save({ ...values, firstName: 'Anna' });
    expect(draft.load()).toEqual({ ...values, firstName: 'Anna' });
  });

  it('is not stored by a page whose person has logged out', async () => {
    const draft = await open('ana');
    forgetPerson(siteStorage, Date.now());
    expect(draft.save(typed)).toBe(true);
    expect(isStored('ana')).toBe(false);
    (await open('ana')).save(typed);
    expect(isStored('ana')).toBe(true);
  });

  it('of a visitor is stored although somebody logged out in this browser meanwhile', async () => {
    const draft = await open(NOBODY);
    forgetPerson(siteStorage, Date.now());
    draft.save(typed);
    expect(draft.load()).toEqual(typed);
  });

  it('of a visitor stays when the visitor opens the form again', async () => {
    (await open(NOBODY)).save(typed);
    expect((await open(NOBODY)).load()).toEqual(typed);
    expect(isStored(NOBODY)).toBe(true);
  });

  it('of a visitor is taken over by the person who signs in', async () => {
    (await open(NOBODY)).save(typed);
    expect((await open('ana')).load()).toEqual(typed);
    expect([isStored(NOBODY), isStored('ana')]).toEqual([false, true]);
    expect((await open('ana')).load()).toEqual(typed);
  });

  it('of a visitor does not replace a draft of the person who signs in, and is removed', async () => {
    (await open('ana')).save(typed);
    (await open(NOBODY)).save({ ...typed, subject: 'A delivery' });
    expect((await open('ana')).load()).toEqual(typed);
    expect([isStored(NOBODY), isStored('ana')]).toEqual([false, true]);
    expect((await open('ana')).load()).toEqual(typed);
  });
});
