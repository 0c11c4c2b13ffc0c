import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  inquiryDecider,
  type InquiryEvent,
  type InquiryState,
  itemTaskDecider,
  type ItemTaskEvent,
  type Recorded,
} from '@throughline/domain';
import { StagedLog } from '@throughline/event-store';
import { demoCast } from './demo-cast.js';
import { COLLEAGUES, DEMO_PEOPLE } from './demo-people.js';
import { seedWork } from './seed-demo.js';

const NOW = new Date('2026-11-25T15:00:00.000Z');
const REFERRALS = 300;

function groups<One, Key>(all: readonly One[], keyOf: (one: One) => Key): readonly (readonly One[])[] {
  const byKey = new Map<Key, One[]>();
  for (const one of all) {
    const group = byKey.get(keyOf(one));
    if (group) group.push(one);
    else byKey.set(keyOf(one), [one]);
  }
  return [...byKey.values()];
}

describe('The demo', () => {
  const log = new StagedLog();
  const events: Recorded[] = [];
  const eventsOf = (category: string) => events.filter(({ stream }) => stream.startsWith(`${category}-`));
  const countOf = (type: string) => events.filter((event) => event.type === type).length;

  beforeAll(async () => {
    const cast = demoCast((login) => login);
    await seedWork({ store: log, cast, referrals: REFERRALS, now: NOW, dayMs: null, onProgress: () => undefined });
    for (const stream of log.streams) for await (const event of log.readStream(stream)) events.push(event);
  });

  it('has referrals in every state of their work', () => {
    const tasks = groups(eventsOf('itemTask'), ({ stream }) => stream).flatMap(
      (one) => (one as Recorded<ItemTaskEvent>[]).reduce(itemTaskDecider.evolve, itemTaskDecider.initialState).tasks,
    );
    const open = tasks.filter(({ completedAt }) => completedAt === null);
    expect({
      referrals: countOf('ReferralSubmitted'),
      open: open.length,
      overdue: open.filter(({ fellDue, onHold }) => fellDue && !onHold).length,
      onHold: open.filter(({ onHold }) => onHold).length,
      stopped: countOf('ItemsStopped'),
      canceled: countOf('ItemsCanceled'),
      takenUp: countOf('ItemsUnstopped'),
    }).toEqual({ referrals: REFERRALS, open: 195, overdue: 114, onHold: 11, stopped: 28, canceled: 9, takenUp: 7 });
  });

  it('has notes that need an action and notes that need none, and threads of internal notes', () => {
    const written = events.flatMap(({ type, data }) =>
      type === 'NoteWritten' ? [data as { actionNeeded: boolean; informsOnly?: true }] : [],
    );
    const internal = events.flatMap(({ type, data }) =>
      type === 'InternalNoteWritten' ? [data as { parentNoteId: string | null }] : [],
    );
    expect({
      needAction: written.filter(({ actionNeeded }) => actionNeeded).length,
      done: countOf('NoteActionDone'),
      needNone: written.filter(({ actionNeeded }) => !actionNeeded).length,
      onlyInform: written.filter(({ informsOnly }) => informsOnly).length,
      internal: internal.length,
      replies: internal.filter(({ parentNoteId }) => parentNoteId !== null).length,
      deleted: countOf('InternalNoteDeleted'),
    }).toEqual({ needAction: 20, done: 7, needNone: 36, onlyInform: 10, internal: 44, replies: 18, deleted: 10 });
  });

  it('has messages that wait, that are overdue, and that were answered, closed and reopened', () => {
    const messages = groups(eventsOf('inquiry'), ({ stream }) => stream).map((one) => ({
      ...(one as Recorded<InquiryEvent>[]).reduce(inquiryDecider.evolve, inquiryDecider.initialState),
      isDue: (one[0]!.data as { dueAt: string }).dueAt < NOW.toISOString(),
    }));
    const of = (wanted: InquiryState['status']) => messages.filter(({ status }) => status === wanted);
    expect({
      open: of('open').length,
      overdue: of('open').filter(({ isDue }) => isDue).length,
      answered: of('answered').length,
      closed: of('closed').length,
      reopened: countOf('InquiryReopened'),
    }).toEqual({ open: 4, overdue: 2, answered: 1, closed: 1, reopened: 1 });
    const mailed = messages.filter(({ isAnnounced, answerToMail }) => isAnnounced && answerToMail === null);
    expect(mailed).toHaveLength(messages.length);
  });
});

describe('The people of the demo', () => {
  const people = [...Object.values(DEMO_PEOPLE), ...COLLEAGUES];

  it('are more than a hundred in one company, each with an address of their own', () => {
    const sizes = groups(people, ({ companyId }) => companyId).map(({ length }) => length);
    expect(Math.max(...sizes)).toBeGreaterThan(100);
    expect(new Set(people.map(({ login }) => login)).size).toBe(people.length);
  });

  it('have an address at the domain of their company, which is the provider’s for its people alone', () => {
    const domains = groups(people, ({ login }) => login.split('@')[1]);
    const companies = domains.map((them) => new Set(them.map(({ companyId }) => companyId)).size);
    expect(companies).toEqual([1, 1, 1]);
  });
});
