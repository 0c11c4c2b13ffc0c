import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountDecider, type AccountCommand, itemTaskDecider, type Recorded, SYSTEM_ACTOR } from '@throughline/domain';
import { handleCommand, readState, systemContext } from '@throughline/event-store';
import { append, type Engines, openEngines, projectAll, Story } from '@throughline/read-models/testing';
import { randomUUID } from 'node:crypto';
import { Reconciler } from '../../sweeper/reconciler.js';
import { HandOnTasks, handOnTasks } from './hand-on-tasks.job.js';

const OPERATOR = 1;
const DANA = { userId: 'u-dana', name: 'Dana Whitfield' };
const MINH = { userId: 'u-minh', name: 'Minh Tran' };
const idOf = (n: number) => `26325123451${1000 + n}`;
/** A person of a bug report left with 43 claimed tasks. */
const TASKS = 43;

describe('The tasks of somebody who left', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await openEngines();
    const story = new Story();
    for (const { userId, name } of [DANA, MINH]) {
      const [firstName, lastName] = name.split(' ') as [string, string];
      const person = { userId, firstName, lastName, email: `${userId}@provider.example`, primaryPhone: null };
      const data = { ...person, companyId: OPERATOR, admin: false, groups: [] };
      story.execute(accountDecider, userId, { type: 'CreateAccount', data });
    }
    for (let n = 0; n < TASKS + 1; n++) {
      story.submit(idOf(n));
      const by = n < TASKS ? DANA : MINH;
      story.work('ClaimTask', { referralId: idOf(n), taskId: `${idOf(n)}-1`, by });
    }
    const seen = { until: null, reason: null };
    const hold = { until: '2026-12-01', reason: null, seen, by: DANA, at: story.now, dayMs: null };
    story.work('PutTaskOnHold', { referralId: idOf(0), taskId: `${idOf(0)}-1`, ...hold });
    await append(engines.store, story.events);
    await projectAll(engines);
  });
  afterAll(() => engines.close());

  const execute = (command: AccountCommand, userId = DANA.userId) =>
    handleCommand(engines.store, {
      decider: accountDecider,
      id: userId,
      command,
      context: systemContext(randomUUID(), new Date().toISOString()),
    });
  const STANDING = { admin: false, siteAdmin: false, groups: [], companyId: OPERATOR };
  const rights = { reason: 'She left', by: 'u-admin', otherAdmins: 1 };
  const run = () =>
    new HandOnTasks(engines.store, { db: engines.db } as never, { operatorCompanyId: OPERATOR }, () => new Date());
  const handOn = async () => {
    await run().process({ userId: DANA.userId });
    await projectAll(engines);
  };
  const planned = async () => {
    const found: unknown[] = [];
    const query = { db: engines.db, now: new Date(), config: { operatorCompanyId: OPERATOR } };
    for await (const jobs of new Reconciler([handOnTasks]).find(query)) found.push(...jobs.map(({ data }) => data));
    return found;
  };
  const tasksOf = async (n: number) => (await readState(engines.store, itemTaskDecider, idOf(n))).state.tasks;
  const holders = async () => {
    const all = await Promise.all(Array.from({ length: TASKS + 1 }, (_, n) => tasksOf(n)));
    return all.map(([task]) => task?.assignee?.userId ?? null);
  };
  const eventsOf = async (n: number) => {
    const events: Recorded[] = [];
    for await (const event of engines.store.readStream(`itemTask-${idOf(n)}`)) events.push(event);
    return events;
  };

  it('stay theirs while they work', async () => {
    expect(await planned()).toEqual([]);
    await handOn();
    expect(await holders()).toEqual([...Array<string>(TASKS).fill(DANA.userId), MINH.userId]);
  });

  it('go to the queue, those on hold too, once each and because they left, however often it is run', async () => {
    await execute({ type: 'DeactivateAccount', data: { ...rights, seen: { switches: 0, ...STANDING } } });
    await projectAll(engines);
    expect(await planned()).toEqual([{ userId: DANA.userId }]);
    await Promise.all([1, 2].map(() => run().process({ userId: DANA.userId })));
    await handOn();
    await handOn();
    expect(await holders()).toEqual([...Array<null>(TASKS).fill(null), MINH.userId]);
    expect(await planned()).toEqual([]);

    const cause = (await readLast(`account-${DANA.userId}`)).metadata.eventId;
    const released = (await eventsOf(0)).filter(({ type }) => type === 'TaskReleased');
    expect(released).toMatchObject([{ metadata: { causationId: cause, actor: SYSTEM_ACTOR } }]);
    expect((await tasksOf(0))[0]?.onHold?.until).toBe('2026-12-01');
  });

  it('go on again when one is assigned to them by somebody who does not know', async () => {
    const data = { referralId: idOf(1), taskId: `${idOf(1)}-1`, assignee: DANA };
    const context = systemContext(randomUUID(), new Date().toISOString());
    const command = { type: 'AssignTask', data } as const;
    await handleCommand(engines.store, { decider: itemTaskDecider, id: idOf(1), command, context });
    await projectAll(engines);
    expect(await planned()).toEqual([{ userId: DANA.userId }]);
    await handOn();
    expect((await tasksOf(1))[0]?.assignee).toBeNull();
  });

  it('go to the colleague who was chosen, and to the queue if that one left too', async () => {
    const claim = async (n: number) => {
      const command = { type: 'ClaimTask', data: { referralId: idOf(n), taskId: `${idOf(n)}-1`, by: DANA } } as const;
      const context = systemContext(randomUUID(), new Date().toISOString());
      await handleCommand(engines.store, { decider: itemTaskDecider, id: idOf(n), command, context });
    };
    await execute({ type: 'ReactivateAccount', data: { ...rights, seen: { switches: 1, ...STANDING } } });
    await claim(2);
    const move = (from: number, companyId: number, more = {}) => {
      const seen = {
        companyId: from,
        claimedCompanyId: null,
        groups: [],
        admin: false,
        siteAdmin: false,
        active: true,
      };
      return execute({ type: 'AssignCompany', data: { ...rights, companyId, seen, operatorId: OPERATOR, ...more } });
    };
    await move(OPERATOR, 12, { tasksTo: MINH });
    await projectAll(engines);
    await handOn();
    expect((await tasksOf(2))[0]?.assignee).toEqual(MINH);

    await move(12, OPERATOR);
    await claim(3);
    await execute({
      type: 'DeactivateAccount',
      data: { ...rights, seen: { switches: 2, ...STANDING }, tasksTo: MINH },
    });
    await execute({ type: 'DeactivateAccount', data: { ...rights, seen: { switches: 0, ...STANDING } } }, MINH.userId);
    await projectAll(engines);
    await handOn();
    expect((await tasksOf(3))[0]?.assignee).toBeNull();
  });

  async function readLast(stream: string): Promise<Recorded> {
    let last: Recorded | undefined;
    for await (const event of engines.store.readStream(stream)) last = event;
    return last!;
  }
});
