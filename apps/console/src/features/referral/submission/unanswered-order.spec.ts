import { describe, expect, it } from '@jest/globals';
import type { OrderToSend } from '@throughline/contracts';
import { orderFormOf } from '@throughline/domain';
import {
  adoptDrafts,
  EarlierOrderOpen,
  sameOrderCheck,
  SentElsewhere,
  unansweredOrder,
  unlessSentElsewhere,
} from './unanswered-order.js';
import { NOBODY } from '../../../session/storage/stored.js';
import { memoryStorage, withAside } from '../../../session/storage/browser-storage.js';

const HOUR = 3_600_000;
const order = (otherInfo: string, ...attachments: string[]) =>
  ({ form: 'general', otherInfo, ...(attachments.length > 0 && { attachments }) }) as OrderToSend;

/** A browser with its storage and clock. Each `page` is the form as it is opened there. */
function aBrowser() {
  const storage = memoryStorage();
  const clock = { now: 0 };
  return {
    storage,
    clock,
    page: (owner = 'ana') => unansweredOrder(storage, orderFormOf('general'), owner, { now: () => clock.now }),
  };
}

describe('An order that got no answer', () => {
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
      ...{ eligiblePatientId: ticket, verifyInfo: { medicaidId: 'VA1', DOB } },
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
    const form = unansweredOrder(withAside(null), orderFormOf('general'), 'ana');
    const first = await form.begin(order('Ring twice', 'a.pdf'));
    expect(await form.begin(order('Ring twice'))).toEqual(first);
  });
});

describe('The same order that was sent minutes ago', () => {
  const sent = (referralId: string) => ({ referralId, minutesAgo: 3 });

  /** An order form. `known`: the orders that the look-up finds. */
  function aForm() {
    const known: ReturnType<typeof sent>[] = [];
    let lookUps = 0;
    const sameOrder = sameOrderCheck(() => {
      lookUps += 1;
      return Promise.resolve(known);
    });
    const form = unansweredOrder(memoryStorage(), orderFormOf('general'), 'ana', {
      beforeNew: sameOrder.rejectIfFound,
    });
    return { known, lookUps: () => lookUps, sameOrder, form };
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
    const { known, sameOrder, form } = aForm();
    let isGone = true;
    const keeper = unlessSentElsewhere(form, () => isGone, sameOrder.find);
    await expect(keeper.begin(order('Ring twice'))).rejects.toEqual(new SentElsewhere(null));
    known.push(sent('1'));
    await expect(keeper.begin(order('Ring twice'))).rejects.toMatchObject({ sent: sent('1') });
    // After the person has confirmed, they are not asked again for the same order.
    isGone = false;
    sameOrder.confirm();
    await expect(keeper.begin(order('Ring twice'))).resolves.toBeDefined();
  });
});
