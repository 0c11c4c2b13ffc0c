import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { orderFormOf } from '@throughline/domain';
import { Window } from 'happy-dom';
import { act, createElement } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { NOBODY } from '../../../session/storage/stored.js';
import { emptyDraft, type OrderDraft } from './order-draft.js';

const window = new Window({ url: 'https://portal.test/create-referral' });
const { document, navigator, localStorage, sessionStorage, DOMException, Event } = window;
const browser = { window, document, navigator, localStorage, sessionStorage, DOMException };
for (const [name, value] of Object.entries({ ...browser, IS_REACT_ACT_ENVIRONMENT: true }))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
// After the browser is there: these modules look for it when they are loaded.
const { createRoot } = await import('react-dom/client');
const { siteStorage } = await import('../../../session/storage/browser-storage.js');
const { LOGGED_OUT_AT } = await import('../../../session/storage/forget-person.js');
const { loadDraft, saveDraft } = await import('./draft-storage.js');
const { useDraftKeeping, useLossByLogOut } = await import('./draft-keeping.js');

const GENERAL = orderFormOf('general');
const HOUR = 3_600_000;
const START = Date.UTC(2026, 4, 4);
let now = START;
const realNow = Date.now;
beforeEach(() => {
  now = START;
  Date.now = () => ++now;
});
let closeTab = async () => {};
afterEach(async () => {
  await closeTab();
  siteStorage.clear();
  Date.now = realNow;
});

/** Opens the form in a tab, for `owner`. */
async function open(owner = 'ana') {
  let keeping!: ReturnType<typeof useDraftKeeping>;
  let form!: UseFormReturn<OrderDraft>;
  let losses = 0;
  function Tab() {
    form = useForm<OrderDraft>({ defaultValues: emptyDraft(GENERAL) });
    keeping = useDraftKeeping(form, GENERAL, owner);
    useLossByLogOut(form, GENERAL, owner, () => void (losses += 1));
    return null;
  }
  const root = createRoot(document.createElement('div') as unknown as HTMLElement);
  await act(async () => root.render(createElement(Tab)));
  let isOpen = true;
  closeTab = async () => {
    if (isOpen) await act(async () => root.unmount());
    isOpen = false;
  };
  const type = (text: string) => act(async () => form.setValue('otherInfo', text));
  return {
    type,
    keep: () => act(async () => keeping.keepNow()),
    typeAndKeep: async (text: string) => {
      await type(text);
      await act(async () => keeping.keepNow());
    },
    keepThis: () => act(async () => keeping.keepThis()),
    forget: () => act(async () => keeping.forget()),
    /** Whether leaving the page asks for a confirmation. */
    asks: async () => {
      const leaving = new Event('beforeunload', { cancelable: true });
      await act(async () => void window.dispatchEvent(leaving));
      return leaving.defaultPrevented;
    },
    close: () => closeTab(),
    losses: () => losses,
    isElsewhere: () => keeping.isElsewhere,
    isUnkept: () => keeping.isUnkept,
    isGone: () => keeping.isGone(),
  };
}

/** What another tab of the browser does. */
const other = {
  types: (text: string, owner = 'ana') =>
    void saveDraft(siteStorage, GENERAL, owner, { ...emptyDraft(GENERAL), otherInfo: text }, Date.now()),
  discards: (owner = 'ana') => siteStorage.removeItem(`throughline.order-draft.general.${owner}`),
  logsOut: () => siteStorage.setItem(LOGGED_OUT_AT, String(Date.now())),
};
const stored = (owner = 'ana') => loadDraft(siteStorage, GENERAL, owner, now)?.otherInfo ?? null;

/** While it runs, the browser accepts no value. */
async function whileFull(work: () => Promise<void>): Promise<void> {
  const accept = localStorage.setItem.bind(localStorage);
  const refuse = () => {
    throw new DOMException('No room', 'QuotaExceededError');
  };
  Object.defineProperty(localStorage, 'setItem', { value: refuse, configurable: true });
  try {
    await work();
  } finally {
    Object.defineProperty(localStorage, 'setItem', { value: accept, configurable: true });
  }
}

describe('The draft of an order form', () => {
  it('is stored when the page is left, which then asks nothing', async () => {
    const tab = await open();
    expect(await tab.asks()).toBe(false);
    await tab.type('Ring twice');
    expect(stored()).toBeNull();
    expect(await tab.asks()).toBe(false);
    expect(stored()).toBe('Ring twice');
    await tab.type('Ring once');
    window.dispatchEvent(new Event('pagehide'));
    expect(stored()).toBe('Ring once');
    await tab.type('Knock');
    await tab.close();
    expect(stored()).toBe('Knock');
  });

  it('is not stored again without anything new typed', async () => {
    const tab = await open();
    await tab.typeAndKeep('Ring twice');
    other.discards();
    await tab.keep();
    expect(stored()).toBeNull();
  });

  it('does not replace one that another tab has written since, and leaving asks, until the person keeps this one', async () => {
    const tab = await open();
    await tab.typeAndKeep('Ring twice');
    expect(tab.isElsewhere()).toBe(false);
    other.types('Leave it at the door');
    await tab.typeAndKeep('Ring once');
    expect([tab.isElsewhere(), stored(), await tab.asks()]).toEqual([true, 'Leave it at the door', true]);
    await tab.keepThis();
    expect([tab.isElsewhere(), stored(), await tab.asks()]).toEqual([false, 'Ring once', false]);
  });

  it('does not replace the first one that another tab has written, and leaving asks', async () => {
    const tab = await open();
    other.types('Leave it at the door');
    expect(await tab.asks()).toBe(false);
    await tab.typeAndKeep('Ring once');
    expect([tab.isElsewhere(), stored(), await tab.asks()]).toEqual([true, 'Leave it at the door', true]);
    await tab.forget();
    expect([tab.isElsewhere(), stored(), await tab.asks()]).toEqual([false, 'Leave it at the door', false]);
  });

  it('is gone when another tab has removed it, also when a draft is stored again', async () => {
    const tab = await open();
    await tab.typeAndKeep('Ring twice');
    expect(tab.isGone()).toBe(false);
    other.discards();
    await tab.typeAndKeep('Ring once');
    expect([stored(), tab.isGone()]).toEqual(['Ring once', true]);
    await tab.keepThis();
    expect(tab.isGone()).toBe(false);
    other.discards();
    expect(tab.isGone()).toBe(true);
    await tab.forget();
    expect(tab.isGone()).toBe(false);
  });

  it('is not gone when it was cleared by its age, and leaving asks', async () => {
    const tab = await open();
    await tab.typeAndKeep('Ring twice');
    other.discards();
    now += 24 * HOUR + 1;
    expect([tab.isGone(), await tab.asks()]).toEqual([false, true]);
  });

  it('is removed with the order, but not that of another tab', async () => {
    const tab = await open();
    await tab.typeAndKeep('Ring twice');
    await tab.type('Ring once');
    await tab.forget();
    await tab.keep();
    expect(stored()).toBeNull();
    await tab.typeAndKeep('Ring twice');
    other.types('Leave it at the door');
    await tab.forget();
    expect(stored()).toBe('Leave it at the door');
  });

  it('is not stored after its person has logged out in any tab, and its loss is reported; a visitor’s is kept', async () => {
    const tab = await open();
    await tab.type('Ring twice');
    other.logsOut();
    await tab.close();
    expect([stored(), tab.losses()]).toEqual([null, 1]);

    const visitors = await open(NOBODY);
    await visitors.type('Ring twice');
    other.logsOut();
    await visitors.close();
    expect([stored(NOBODY), visitors.losses()]).toEqual(['Ring twice', 0]);

    const later = await open();
    await later.type('Ring twice');
    await later.close();
    expect([stored(), later.losses()]).toEqual(['Ring twice', 0]);
  });

  it('is not reported as lost when nothing was typed', async () => {
    const tab = await open();
    other.logsOut();
    await tab.close();
    expect(tab.losses()).toBe(0);
  });

  it('is said not to be kept where the browser has no room, also when the form is opened again, and leaving asks', async () => {
    await whileFull(async () => {
      const tab = await open();
      expect(tab.isUnkept()).toBe(false);
      await tab.typeAndKeep('Ring twice');
      expect([tab.isUnkept(), await tab.asks()]).toEqual([true, true]);
      await tab.close();
      const again = await open();
      expect([again.isUnkept(), await again.asks()]).toEqual([true, true]);
      await again.forget();
      expect([again.isUnkept(), await again.asks()]).toEqual([false, false]);
    });
  });
});
