import { describe, expect, it } from '@jest/globals';
import type { AccountEvent, Colleague } from '../account/account.events.js';
import type { Recorded } from '../kernel/event.js';
import { departureOf } from './hand-on-tasks-when-person-left.policy.js';

const OPERATOR = 1;
const reason = 'She left';
const minh: Colleague = { userId: 'u-minh', name: 'Minh Tran' };
const created = (more: { companyId?: number; admin?: boolean } = {}): AccountEvent => ({
  type: 'AccountCreated',
  data: {
    userId: 'u-dana',
    lastName: 'Whitfield',
    firstName: 'Dana',
    email: 'dana@provider.example',
    primaryPhone: null,
    companyId: OPERATOR,
    admin: false,
    groups: [],
    ...more,
  },
});
const deactivated = (tasksTo?: Colleague): AccountEvent => ({
  type: 'AccountDeactivated',
  data: { reason, actNumber: 1, ...(tasksTo && { tasksTo }) },
});
const reactivated: AccountEvent = { type: 'AccountReactivated', data: { reason, actNumber: 2 } };
const moved = (companyId: number | null, tasksTo?: Colleague): AccountEvent => ({
  type: 'CompanyAssigned',
  data: { companyId, claimed: null, groups: [], reason, ...(tasksTo && { tasksTo }) },
});
const enrolled = (...groups: string[]): AccountEvent => ({ type: 'GroupsChanged', data: { groups, reason } });
const role = (admin: boolean): AccountEvent => ({ type: 'RoleChanged', data: { admin, siteAdmin: false, reason } });

const departure = (...events: AccountEvent[]) => departureOf(events as Recorded<AccountEvent>[], OPERATOR);

describe('Somebody who works tasks', () => {
  it('has not left', () => {
    expect(departure(created())).toBeNull();
    expect(departure(created(), enrolled('Intake'))).toBeNull();
    expect(departure(created(), deactivated(), reactivated)).toBeNull();
  });

  it.each([
    ['deactivated', deactivated()],
    ['moved to another company', moved(12)],
    ['taken out of their company', moved(null)],
    ['enrolled in Ops, whose people do not work tasks', enrolled('Ops')],
  ])('leaves when they are %s: their tasks go to the queue', (_, event) => {
    expect(departure(created(), event)).toEqual({ cause: event, tasksTo: null });
  });

  it('leaves their tasks to whom the act names, whichever act it is', () => {
    const toMinh: AccountEvent = { type: 'GroupsChanged', data: { groups: ['Ops'], reason, tasksTo: minh } };
    for (const event of [toMinh, deactivated(minh), moved(12, minh)])
      expect(departure(created(), event)).toEqual({ cause: event, tasksTo: minh });
  });

  it('leaves when an administrator of another company loses that right', () => {
    const taken = role(false);
    expect(departure(created({ companyId: 12, admin: true }), taken)).toEqual({ cause: taken, tasksTo: null });
  });

  it('leaves their tasks to the colleague whom the administrator chose', () => {
    expect(departure(created(), deactivated(minh))).toMatchObject({ tasksTo: minh });
    expect(departure(created(), moved(12, minh))).toMatchObject({ tasksTo: minh });
  });

  it('left when they stopped, not when their account changed again', () => {
    const left = moved(12, minh);
    expect(departure(created(), left, deactivated(), reactivated)).toEqual({ cause: left, tasksTo: minh });
    const again = deactivated();
    expect(departure(created(), deactivated(minh), reactivated, again)).toEqual({ cause: again, tasksTo: null });
  });
});

it('Somebody who never worked tasks does not leave any', () => {
  expect(departure(created({ companyId: 12 }), deactivated(minh))).toBeNull();
  expect(departure()).toBeNull();
});
