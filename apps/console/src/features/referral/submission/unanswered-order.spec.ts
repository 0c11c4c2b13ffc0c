import { describe, expect, it } from '@jest/globals';
import type { OrderToSend } from '@throughline/contracts';
import { orderFormOf } from '@throughline/domain';
import {
  adoptDrafts,
  EarlierOrderOpen,
  sameOrderCheck,
  SameOrderSent,
  SentElsewhere,
  unansweredOrder,
} from './unanswered-order.js';
import { NOBODY } from '../../../session/storage/stored.js';
import { memoryStorage, withAside } from '../../../session/storage/browser-storage.js';
import type { takeLock } from '../../../session/storage/tab-lock.js';

const HOUR = 3_600_000;
const order = (otherInfo: string, ...attachments: string[]) =>
  ({ form: 'general', otherInfo, ...(attachments.length > 0 && { attachments }) }) as OrderToSend;

/** A browser without locks. */
const everyTabHasIt: typeof takeLock = () => Promise.resolve(() => undefined);

/** The locks of a browser. */
function browsersLocks(): typeof takeLock {
  const waiting = new Map<string, (() => void)[]>();
  return (name, { ifAvailable = false } = {}) =>
    new Promise((resolve) => {
      const queue = waiting.get(name);
      const take = () =>
        resolve(() => {
          const next = waiting.get(name)?.shift();
          if (next) next();
          else waiting.delete(name);
        });
      if (queue === undefined) {
        waiting.set(name, []);
        take();
      } else if (ifAvailable) resolve(null);
      else queue.push(take);
    });
}

/** A browser with its storage and clock. Each `page` is the form as it is opened there. */
function aBrowser(lock = everyTabHasIt) {
  const storage = memoryStorage();
  const clock = { now: 0 };
  const form = orderFormOf('general');
  return {
    storage,
    clock,
    page: (owner = 'ana', options: Parameters<typeof unansweredOrder>[3] = {}) =>
      unansweredOrder(storage, form, owner, { now: () => clock.now, lock, ...options }),
  };
}

describe('An order that got no answer', () => {
  it('is known to another page as the one that is open, with other files too, until it is answered', async () => {
    const { page } = aBrowser();
    const first = page();
    expect(first.isOpen()).toBe(false);
    await first.begin(order('Ring twice', 'a.pdf'));
    const second = page();
    expect(second.isOpen()).toBe(true);
    expect(await second.isOpenFor(order('Ring twice'))).toBe(true);
    expect(await second.isOpenFor(order('Ring once'))).toBe(false);
    first.end(true);
    expect(second.isOpen()).toBe(false);
    expect(await second.isOpenFor(order('Ring twice'))).toBe(false);
  });

  it('is sent from another page as the same command, with the files that it first named', async () => {
    const { page } = aBrowser();
    const first = await page().begin(order('Ring twice', 'a.pdf', 'b.pdf'));
    expect(first.input).toEqual(order('Ring twice', 'a.pdf', 'b.pdf'));
    expect(await page().begin(order('Ring twice'))).toEqual(first);
    // The texts must be equal, because the server recognises a command by its text.
    expect(JSON.stringify((await page().begin(order('Ring twice', 'c.pdf'))).input)).toBe(JSON.stringify(first.input));
  });

  it('is sent after another look-up as the same command, with its first ticket', async () => {
    const { page } = aBrowser();
    const ordered = (ticket: string, DOB = '1996-05-04') => ({
      ...order('Ring twice', 'a.pdf'),
      eligiblePatientId: ticket,
      verifyInfo: { medicaidId: 'VA1', DOB },
    });
    const first = await page().begin(ordered('first'));
    expect(first.input).toEqual(ordered('first'));
    expect(JSON.stringify(await page().begin(ordered('second')))).toBe(JSON.stringify(first));
    await expect(page().begin(ordered('third', '1997-05-04'))).rejects.toThrow(EarlierOrderOpen);
  });

  it('is sent from a page in another language as the same command, in its first language', async () => {
    const { page } = aBrowser();
    const first = await page().begin({ ...order('Ring twice'), language: 'es' });
    expect(first.input).toMatchObject({ language: 'es' });
    expect(JSON.stringify(await page().begin({ ...order('Ring twice'), language: 'en' }))).toBe(JSON.stringify(first));
  });

  it.each(['{', '{"savedAt":0}', '{"savedAt":0,"mark":"","key":7}'])(
    'is ignored if the storage holds %s',
    async (held) => {
      const { storage, page } = aBrowser();
      storage.setItem('throughline.order-draft.general.ana.sent', held);
      await expect(page().begin(order('Ring twice'))).resolves.toBeDefined();
    },
  );

  it('that named no file still names none', async () => {
    const { page } = aBrowser();
    const first = await page().begin(order('Ring twice'));
    expect(await page().begin(order('Ring twice', 'a.pdf'))).toEqual(first);
    expect(first.input).not.toHaveProperty('attachments');
  });

  it('blocks other orders until the person discards it', async () => {
    const { page } = aBrowser();
    const first = await page().begin(order('Ring twice'));
    const form = page();
    await expect(form.begin(order('Ring once'))).rejects.toThrow(EarlierOrderOpen);
    expect(await form.begin(order('Ring twice'))).toEqual(first);
    form.end(true);
    expect((await form.begin(order('Ring once'))).key).not.toBe(first.key);
  });

  it('is named to the person who sends another one, if it was for the same member with the same items', async () => {
    const { page } = aBrowser();
    await page().begin(order('Ring twice'));
    const sent = { referralId: '7', minutesAgo: 3 };
    const found = page('ana', { find: () => Promise.resolve(sent) }).begin(order('Ring once'));
    await expect(found).rejects.toEqual(new SameOrderSent(sent));
    await expect(found).rejects.toMatchObject({ sent });
  });

  it.each([
    ['after its answer', 'ana', 0],
    ['of somebody else', 'ben', 0],
    ['of the day before', 'ana', 24 * HOUR + 1],
  ])('is forgotten %s', async (when, owner, later) => {
    const { page, clock } = aBrowser();
    const form = page();
    const first = await form.begin(order('Ring twice'));
    if (when === 'after its answer') form.end(true);
    clock.now = later;
    expect((await page(owner).begin(order('Ring twice'))).key).not.toBe(first.key);
  });

  it('may have been recorded anonymously when somebody signs in: sending it again is a new order, so the person is asked first', async () => {
    const { storage, page, clock } = aBrowser();
    const first = await page(NOBODY).begin(order('Ring twice', 'a.pdf'));
    clock.now = HOUR;
    adoptDrafts(storage, 'ana');
    const form = page();
    await expect(form.begin(order('Ring twice', 'a.pdf'))).rejects.toThrow(EarlierOrderOpen);
    form.end(true);
    expect((await form.begin(order('Ring twice', 'a.pdf'))).key).not.toBe(first.key);
    // The adopted order does not affect the next visitor.
    expect((await page(NOBODY).begin(order('Ring twice', 'a.pdf'))).key).not.toBe(first.key);
  });

  it('does not block another order a day after it was sent, also after another person signed in', async () => {
    const { storage, page, clock } = aBrowser();
    await page(NOBODY).begin(order('Ring twice'));
    clock.now = 23 * HOUR;
    adoptDrafts(storage, 'ana');
    clock.now = 24 * HOUR + 1;
    await expect(page().begin(order('Ring twice'))).resolves.toBeDefined();
  });

  it('is remembered by its page if nothing can be stored', async () => {
    const form = unansweredOrder(withAside(null), orderFormOf('general'), 'ana', { lock: everyTabHasIt });
    const first = await form.begin(order('Ring twice', 'a.pdf'));
    expect(await form.begin(order('Ring twice'))).toEqual(first);
  });
});

describe('The same order that was sent minutes ago', () => {
  const sent = (referralId: string) => ({ referralId, minutesAgo: 3 });

  /** An order form. `known`: the orders that the look-up finds. */
  function aForm() {
    const known: ReturnType<typeof sent>[] = [];
    const gone = { is: false };
    let lookUps = 0;
    const sameOrder = sameOrderCheck(() => {
      lookUps += 1;
      return Promise.resolve(known);
    });
    const form = unansweredOrder(memoryStorage(), orderFormOf('general'), 'ana', {
      beforeNew: sameOrder.rejectIfFound,
      find: sameOrder.find,
      isGone: () => gone.is,
      lock: everyTabHasIt,
    });
    return { gone, known, lookUps: () => lookUps, sameOrder, form };
  }

  it('stops a new order until the person confirms that both are meant', async () => {
    const { known, sameOrder, form } = aForm();
    known.push(sent('1'));
    for (let attempt = 0; attempt < 2; attempt++)
      await expect(form.begin(order('Ring twice'))).rejects.toMatchObject({ sent: sent('1') });
    sameOrder.confirm();
    expect((await form.begin(order('Ring twice'))).input).toEqual(order('Ring twice'));
    form.end(true);
    known.unshift(sent('2'));
    await expect(form.begin(order('Ring twice'))).rejects.toMatchObject({ sent: sent('2') });
  });

  it('is not looked up for an order that is sent again because its answer was lost', async () => {
    const { known, lookUps, form } = aForm();
    const first = await form.begin(order('Ring twice'));
    known.push(sent('1'));
    expect(await form.begin(order('Ring twice'))).toEqual(first);
    expect(lookUps()).toBe(1);
  });

  it('is named in the question about an order that was submitted in another tab', async () => {
    const { gone, known, sameOrder, form } = aForm();
    gone.is = true;
    await expect(form.begin(order('Ring twice'))).rejects.toEqual(new SentElsewhere(null));
    known.push(sent('1'));
    await expect(form.begin(order('Ring twice'))).rejects.toMatchObject({ sent: sent('1') });
    // After the person has confirmed, they are not asked again for the same order.
    gone.is = false;
    sameOrder.confirm();
    await expect(form.begin(order('Ring twice'))).resolves.toBeDefined();
  });
});

describe('An order that two tabs submit at once', () => {
  const sent = { referralId: '1', minutesAgo: 0 };
  const find = () => Promise.resolve(sent);

  it('is sent by one of them, and the other one says so after the answer', async () => {
    const { page } = aBrowser(browsersLocks());
    const [one, other] = [page(), page('ana', { find })];
    const [first, second] = [one.begin(order('Ring twice')), other.begin(order('Ring twice'))];
    await first;
    one.end(true);
    await expect(second).rejects.toEqual(new SentElsewhere(sent));
    other.end(false);
    expect((await other.begin(order('Ring twice'))).key).not.toBe((await first).key);
  });

  it('is one command, if the first of them gets no answer', async () => {
    const { page } = aBrowser(browsersLocks());
    const [one, other] = [page(), page()];
    const [first, second] = [one.begin(order('Ring twice')), other.begin(order('Ring twice'))];
    await first;
    one.leaveOpen?.();
    expect(await second).toEqual(await first);
  });

  it('is not sent before the other one is through, also if that one asks first', async () => {
    const { page } = aBrowser(browsersLocks());
    const asks = page('ana', { beforeNew: () => Promise.reject(new SentElsewhere(null)) });
    const other = page();
    const [first, second] = [asks.begin(order('Ring twice')), other.begin(order('Ring twice'))];
    await expect(first).rejects.toThrow(SentElsewhere);
    await expect(second).rejects.toThrow(SentElsewhere);
    await expect(other.begin(order('Ring twice'))).resolves.toBeDefined();
  });

  it.each(['is under way', 'was answered'])(
    'is noticed in a browser without locks if the first %s when the other one has looked for it',
    async (how) => {
      const { page } = aBrowser();
      const one = page();
      let isGone = false;
      const beforeNew = async () => {
        await one.begin(order('Ring twice'));
        if (how === 'is under way') return;
        one.end(true);
        isGone = true;
      };
      const other = page('ana', { beforeNew, find, isGone: () => isGone });
      await expect(other.begin(order('Ring twice'))).rejects.toEqual(new SentElsewhere(sent));
    },
  );

  it('keeps the key of the tab that sends, when the other one ends', async () => {
    const { page } = aBrowser();
    const one = page();
    await one.begin(order('Ring once'));
    const other = page();
    await other.begin(order('Ring once'));
    one.end(true);
    const { key } = await one.begin(order('Ring twice'));
    other.end(true);
    expect((await page().begin(order('Ring twice'))).key).toBe(key);
  });
});
