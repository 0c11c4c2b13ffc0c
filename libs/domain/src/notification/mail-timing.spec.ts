import { describe, expect, it } from '@jest/globals';
import { type ChosenSettings, settingsOf, withChoices } from '../account/notification-settings.js';
import { given } from '../kernel/given.testing.js';
import { notificationDigestDecider, notificationMailDecider } from './notification-mail.js';
import { digestDayOf, digestInstant, lastDigestDay, mailAt, mailFormOf } from './mail-timing.js';

const NOON = '2026-11-23T18:00:00.000Z';
const at = (hours: number) => new Date(Date.parse(NOON) + hours * 3_600_000);

describe('Notification Settings', () => {
  it('are notes and deliveries now, and the rest in the digest, until a person chooses otherwise', () => {
    expect(settingsOf({})).toEqual({ status: 'digest', note: 'now', contact: 'digest', delivery: 'now' });
    expect(settingsOf(withChoices({}, { note: 'none' }, NOON))).toMatchObject({ note: 'none', delivery: 'now' });
  });

  const form = (chosen: ChosenSettings, notifiedHours: number, nowHours = notifiedHours) =>
    mailFormOf(chosen, { kind: 'note', notifiedAt: at(notifiedHours) }, at(nowHours));

  it('decide in which mail a person is told', () => {
    expect(form({}, 0)).toBe('single');
    expect(form(withChoices({}, { note: 'digest' }, NOON), 0)).toBe('digest');
    expect(form(withChoices({}, { note: 'none' }, NOON), 0)).toBeNull();
  });

  it('let a note wait for those that follow it, and nothing else', () => {
    expect(mailAt({ kind: 'note', notifiedAt: at(0) })).toEqual(new Date(at(0).getTime() + 600_000));
    expect(mailAt({ kind: 'delivery', notifiedAt: at(0) })).toEqual(at(0));
  });

  it('leave to the digest what could not be sent for two hours', () => {
    expect([form({}, 0, 1.9), form({}, 0, 2)]).toEqual(['single', 'digest']);
  });

  it('never send what happened while the person wanted none', () => {
    const again = withChoices(withChoices({}, { note: 'none' }, NOON), { note: 'now' }, at(1).toISOString());
    expect([form(again, 0.5, 1), form(again, 1)]).toEqual([null, 'single']);
    const digest = withChoices(again, { note: 'digest' }, at(2).toISOString());
    expect([form(digest, 0.5, 3), form(digest, 1, 3)]).toEqual([null, 'digest']);
  });
});

describe('The digest', () => {
  it('is sent at seven in the morning in America/Chicago, also on the days on which the clock changes', () => {
    const days = ['2026-11-23', '2026-07-01', '2026-03-08', '2026-11-01'];
    expect(days.map(digestInstant)).toEqual([
      '2026-11-23T13:00:00.000Z',
      '2026-07-01T12:00:00.000Z',
      '2026-03-08T12:00:00.000Z',
      '2026-11-01T13:00:00.000Z',
    ]);
  });

  it('tells what happened before its instant, and what happens at it the next day', () => {
    const early = new Date('2026-11-22T00:00:00.000Z');
    expect(digestDayOf('2026-11-23T12:59:59.999Z', early)).toBe('2026-11-23');
    expect(digestDayOf('2026-11-23T13:00:00.000Z', early)).toBe('2026-11-24');
  });

  it('is one after an outage of days: the last that was due', () => {
    const now = new Date('2026-11-25T13:00:00.000Z');
    expect([lastDigestDay(now), lastDigestDay(new Date(now.getTime() - 1))]).toEqual(['2026-11-25', '2026-11-24']);
    expect(digestDayOf('2026-11-22T18:00:00.000Z', now)).toBe('2026-11-25');
  });

  it('is recorded once for its day', () => {
    const data = { userId: 'ana', day: '2026-11-23', mailed: [], messageId: 'm@portal.example', sentAt: NOON };
    given(notificationDigestDecider, [])
      .when({ type: 'RecordNotificationDigest', data })
      .then([{ type: 'NotificationDigestSent', data }]);
    given(notificationDigestDecider, [{ type: 'NotificationDigestSent', data }])
      .when({ type: 'RecordNotificationDigest', data: { ...data, messageId: 'other@portal.example' } })
      .thenNothing();
  });
});

describe('A mailed notification', () => {
  const mailed = (...mailIds: string[]) =>
    ({ referralId: '1', mailIds, messageId: 'm@portal.example', sentAt: NOON }) as const;

  it('is recorded once', () => {
    given(notificationMailDecider, [{ type: 'NotificationsMailed', data: mailed('a') }])
      .when({ type: 'RecordNotificationsMailed', data: mailed('a', 'b') })
      .then([{ type: 'NotificationsMailed', data: mailed('b') }]);
    given(notificationMailDecider, [{ type: 'NotificationsMailed', data: mailed('a') }])
      .when({ type: 'RecordNotificationsMailed', data: mailed('a') })
      .thenNothing();
  });
});
