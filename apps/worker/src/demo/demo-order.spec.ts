import { describe, expect, it } from '@jest/globals';
import { demoOrder } from './demo-order.js';
import { Random } from './random.js';

const referrer = { firstName: 'Ana', lastName: 'Ruiz', email: 'ana@plan.example', phone: '6025550112', company: null };
const ordersOf = (now: Date) =>
  Array.from({ length: 300 }, (_, n) => ({ now, order: demoOrder(new Random(n + 1), referrer, n, now) }));

/** A demo may be started in any year: the rules must hold in each. */
const orders = ['2026-11-21T09:00:00Z', '2031-02-28T23:59:00Z'].flatMap((now) => ordersOf(new Date(now)));

describe('Demo orders', () => {
  it('are for babies that are due within half a year of the seed', () => {
    const waits = orders.flatMap(({ now, order: { babyInfo } }) =>
      babyInfo === null ? [] : [(Date.parse(babyInfo.dueDate) - now.getTime()) / 86_400_000],
    );
    expect(waits.length).toBeGreaterThan(50);
    expect(Math.min(...waits)).toBeGreaterThan(0);
    expect(Math.max(...waits)).toBeLessThan(183);
  });

  it('are for members between 20 and 70 years old', () => {
    for (const { now, order } of orders) {
      const years = (now.getTime() - Date.parse(order.memberInfo.DOB)) / (365.25 * 86_400_000);
      expect(years).toBeGreaterThan(20);
      expect(years).toBeLessThan(70);
    }
  });

  it('are the same for the same seed and day', () => {
    const now = new Date('2026-11-21T09:00:00Z');
    expect(ordersOf(now)).toEqual(ordersOf(now));
  });
});
