import { describe, expect, it } from '@jest/globals';
import type { DomainEvent, Role } from '../kernel/event.js';
import { given } from '../kernel/given.testing.js';
import { notificationDecider, readingId } from './notification.decider.js';
import {
  NOTIFICATION_RULES,
  type NotificationFacts,
  type NotificationKind,
  notificationRule,
  notificationsOf,
  isRoutine,
  ROUTINE_KINDS,
  type NotifyingEvent,
  type NotifyingReferral,
  stepsReached,
} from './notifications.js';

const referralId = '263250000000001';
const REFERRAL: NotifyingReferral = {
  referralId,
  submitterUserId: 'ana',
  holders: [],
  reached: [],
  repliedTo: null,
  taskOf: () => 'Log CMN',
  pageTaskId: null,
};
const by = (userId: string | null, role: Role, event: DomainEvent) =>
  ({ ...event, metadata: { actor: { userId, role } } }) as NotifyingEvent;
const note: DomainEvent = { type: 'NoteWritten', data: { noteId: `${referralId}-1` } };
const internalNote = (data: object = {}): DomainEvent => ({
  type: 'InternalNoteWritten',
  data: { noteId: `${referralId}-1`, authorUserId: 'dana', ...data },
});
const assigned: DomainEvent = {
  type: 'TaskAssigned',
  data: { taskId: `${referralId}-2`, assignee: { userId: 'minh' } },
};
const attempted: DomainEvent = { type: 'ContactAttempted', data: { number: 2, party: 'member' } };
const moved: DomainEvent = { type: 'ItemsMovedToTask', data: {} };

/** The people that an event notifies, as `{user} {kind}`. */
const heardBy = (event: NotifyingEvent, more: Partial<NotifyingReferral> = {}) =>
  notificationsOf(event, { ...REFERRAL, ...more }).map(({ userId, kind }) => `${userId} ${kind}`);

describe('A person is notified', () => {
  it.each<[what: string, event: NotifyingEvent, referral: Partial<NotifyingReferral>, heard: string[]]>([
    ['of a note on their referral', by('dana', 'staff', note), {}, ['ana note']],
    ['of the steps that their items reach', by('dana', 'staff', moved), { reached: ['Shipped'] }, ['ana status']],
    ['of an attempt to reach somebody', by('dana', 'staff', attempted), {}, ['ana contact']],
    ['of the step alone that an attempt led to', by('dana', 'staff', attempted), { reached: ['Documentation'] }, ['ana status']],
    ['of a task that is assigned to them', by('dana', 'staff', assigned), {}, ['minh assigned']],
    ['of a note by the referrer where they hold a task', by('ana', 'referrer', note), { holders: ['minh'] }, ['minh note-on-work']],
    ['of a reply to their note', by('ana', 'referrer', note), { repliedTo: 'minh' }, ['minh reply']],
    ['of a reply to their internal note', by('dana', 'staff', internalNote()), { repliedTo: 'minh' }, ['minh reply']],
    ['of an internal note on a recertification where they hold a task', by('dana', 'staff', internalNote()), { referralId: 'R1', submitterUserId: null, holders: ['minh', 'dana'] }, ['minh note-on-work']],
    ['of an internal note that mentions them', by('dana', 'staff', internalNote({ mentions: ['minh', 'sam'] })), {}, ['minh mention', 'sam mention']],
  ])('%s', (_, event, referral, heard) => expect(heardBy(event, referral)).toEqual(heard)); // prettier-ignore

  it.each<[what: string, event: NotifyingEvent, referral: Partial<NotifyingReferral>]>([
    ['of their own note', by('ana', 'referrer', note), {}],
    ['of steps that they caused themselves', by('ana', 'staff', moved), { reached: ['Shipped'] }],
    ['of a task that they take themselves', by('minh', 'staff', assigned), {}],
    ['of a reply to themselves', by('minh', 'staff', internalNote({ authorUserId: 'minh' })), { repliedTo: 'minh' }],
    ['of their own note that another recorded', by(null, 'system', internalNote({ mentions: ['dana'] })), {}],
    ['of a change that moves no item to another step', by('dana', 'staff', moved), {}],
    ['of an internal note where they hold a task', by('dana', 'staff', internalNote()), { holders: ['minh'] }],
    ['of a colleague’s note where they hold a task', by('dana', 'staff', note), { submitterUserId: null, holders: ['minh'] }],
    ['if nobody was signed in who submitted the order', by('dana', 'staff', note), { submitterUserId: null }],
  ])('never %s', (_, event, referral) => expect(heardBy(event, referral)).toEqual([])); // prettier-ignore

  it('once of an event, however often it concerns them', () => {
    const reply = by('ana', 'referrer', note);
    expect(heardBy(reply, { repliedTo: 'minh', holders: ['minh', 'minh', 'sam'] })).toEqual([
      'minh reply',
      'sam note-on-work',
    ]);
  });

  it.each<[kind: NotificationKind, words: string, path: string]>([
    ['status', `Referral ${referralId} is now at Shipped; items were stopped`, `/referral/${referralId}`],
    ['contact', `Attempt 2 to reach the physician of referral ${referralId}`, `/referral/${referralId}`],
    ['note', `A new note on referral ${referralId}`, `/referral/${referralId}?tab=notes`],
    ['mention', `You are mentioned in an internal note on referral ${referralId}`, `/referral/${referralId}?tab=notes`],
    ['reply', `A reply to your note on referral ${referralId}`, `/referral/${referralId}?tab=notes`],
    ['note-on-work', `A new note on referral ${referralId}`, `/referral/${referralId}?tab=notes`],
    ['assigned', `Log CMN for ${referralId} was assigned to you`, `/task/${referralId}-2`],
  ])('of %s in words that name the referral', (kind, words, path) => {
    const facts = {
      referralId,
      steps: ['Shipped', 'Stopped'],
      task: 'Log CMN',
      taskId: `${referralId}-2`,
      attempt: { number: 2, party: 'physician' },
    } as const;
    const rule = notificationRule(kind);
    expect([rule.words(facts, 1), rule.path(facts, 1)]).toEqual([words, path]);
  });

  it('of a recertification by its name, and led to the page of its task', () => {
    const event = by('dana', 'staff', internalNote({ mentions: ['minh'] }));
    const of = { ...REFERRAL, referralId: 'R1', pageTaskId: 'R1-2' };
    const [{ kind, facts }] = notificationsOf(event, of) as [ReturnType<typeof notificationsOf>[number]];
    const { words, path } = notificationRule(kind);
    expect([words(facts, 1), path(facts, 1)]).toEqual([
      'You are mentioned in an internal note on recertification R1',
      '/task/R1-2?notes=true',
    ]);
  });

  it.each<[kind: NotificationKind, facts: Partial<NotificationFacts>, setting: string | undefined]>([
    ['status', { steps: ['Shipped'] }, 'status'],
    ['status', { steps: ['Shipped', 'Delivered'] }, 'delivery'],
    ['contact', {}, 'contact'],
    ['note', {}, 'note'],
    ['mention', {}, 'note'],
    ['reply', {}, 'note'],
    ['note-on-work', {}, undefined],
    ['assigned', {}, undefined],
  ])('of %s with %j by mail if they want so by the setting %s', (kind, facts, setting) => {
    expect(notificationRule(kind).mail?.({ referralId, ...facts })).toBe(setting);
  });

  it('as routine where the work only goes on', () => {
    const routine = (kind: NotificationKind, facts: Partial<NotificationFacts> = {}) =>
      isRoutine(kind, { referralId, ...facts });
    expect(routine('status', { steps: ['Shipped'] })).toBe(true);
    for (const end of ['Stopped', 'Canceled']) expect(routine('status', { steps: ['Shipped', end] })).toBe(false);
    const kinds = Object.keys(NOTIFICATION_RULES) as NotificationKind[];
    expect(kinds.filter((kind) => routine(kind))).toEqual(['status', 'contact']);
    expect(ROUTINE_KINDS).toEqual(['status', 'contact']);
  });

  it('as routine of a note that only informs', () => {
    const routineOf = (event: NotifyingEvent, more: Partial<NotifyingReferral> = {}) =>
      notificationsOf(event, { ...REFERRAL, ...more }).map(({ kind, facts }) => [kind, isRoutine(kind, facts)]);
    const informing: DomainEvent = { type: 'NoteWritten', data: { noteId: `${referralId}-1`, informsOnly: true } };
    expect(routineOf(by('dana', 'staff', note))).toEqual([['note', false]]);
    expect(routineOf(by('dana', 'staff', informing))).toEqual([['note', true]]);
    expect(routineOf(by('ana', 'referrer', note), { holders: ['minh'] })).toEqual([['note-on-work', false]]);
    expect(routineOf(by('ana', 'referrer', informing), { holders: ['minh'] })).toEqual([['note-on-work', true]]);
  });

  it('of items that were stopped, which are at no step', () => {
    expect(notificationRule('status').words({ referralId, steps: ['Stopped'] }, 1)).toBe(
      `Items of referral ${referralId} were stopped`,
    );
  });

  it('once of twenty tasks that are assigned together', () => {
    const { words, path } = notificationRule('assigned');
    expect([words({ referralId }, 20), path({ referralId }, 20)]).toEqual([
      '20 tasks were assigned to you',
      '/queue?tab=mine',
    ]);
  });

  it('once of several notes on one referral', () => {
    const { words, together } = notificationRule('note');
    expect([words({ referralId }, 3), together]).toEqual([`3 new notes on referral ${referralId}`, 'of-referral']);
    expect([99, 100].map((count) => words({ referralId }, count))).toEqual([
      `99 new notes on referral ${referralId}`,
      `More than 99 new notes on referral ${referralId}`,
    ]);
  });
});

describe('The steps that items reach', () => {
  it('are those that differ, each once', () => {
    const before = { 1: 'Patient Contact', 2: 'Patient Contact', 3: 'Shipped' };
    expect(stepsReached(before, { 1: 'Documentation', 2: 'Documentation', 3: 'Shipped' })).toEqual(['Documentation']);
    expect(stepsReached(before, before)).toEqual([]);
  });

  it('are none for an item that was in none before', () => {
    expect(stepsReached({}, { 1: 'Create Patient' })).toEqual([]);
  });
});

describe('Reading notifications', () => {
  const reading = { userId: 'ana', readAt: '2026-11-30T23:59:00.000Z' };
  const read = (...notificationIds: string[]) =>
    ({ type: 'NotificationsRead', data: { ...reading, notificationIds } }) as const;
  const command = (...notificationIds: string[]) =>
    ({ type: 'ReadNotifications', data: { ...reading, notificationIds } }) as const;

  it('marks each as read once', () => {
    given(notificationDecider, [read('note-1-0')])
      .when(command('note-1-0', 'note-1-1', 'note-1-1'))
      .then([read('note-1-1')]);
  });

  it('changes nothing when all are read', () => {
    given(notificationDecider, [read('note-1-0')])
      .when(command('note-1-0'))
      .thenNothing();
  });

  it('is in a stream of the person and the month', () => {
    expect(readingId(reading)).toBe('ana-2026-11');
  });
});
