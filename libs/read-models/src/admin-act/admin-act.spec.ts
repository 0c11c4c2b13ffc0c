import { describe, expect, it } from '@jest/globals';
import { accountDecider, bannerDecider, eligibilityImportDecider } from '@throughline/domain';
import { project } from '../testing/project.js';
import { Story } from '../testing/story.js';
import { adminActProjection } from './admin-act.js';

const names = { lastName: 'Ruiz', firstName: 'Ana', email: 'Ana@Plan.example', primaryPhone: null };
const account = { userId: 'u1', ...names, companyId: 12, admin: false, groups: [] };

describe('The acts of administrators', () => {
  it('are kept one by one, found by person and by who acted, without saved views', () => {
    const story = new Story()
      .execute(accountDecider, 'u1', { type: 'CreateAccount', data: account })
      .execute(accountDecider, 'u1', { type: 'SaveView', data: { screen: 'queue', name: 'Mine', search: '' } })
      .execute(accountDecider, 'u1', { type: 'OrderSignInAct', data: { act: 'unlock', reason: 'Asked' } })
      .execute(accountDecider, 'u1', {
        type: 'OrderSignInAct',
        data: { act: 'end-sessions', reason: 'Lost a laptop' },
      });
    const rows = [...project(adminActProjection, story.events).rows.values()];
    expect(rows.map(({ event }) => (event as { type: string }).type)).toEqual([
      'AccountCreated',
      'SignInActOrdered',
      'SignInActOrdered',
    ]);
    expect(rows[0]).toMatchObject({ user_id: 'u1', name: 'Ana Ruiz' });
    expect(rows[0]?.search).toMatch(/^ana ruiz ana@plan.example ana.ruiz@plan.example /);
    expect(rows[2]?.search).toMatch(/ended all sessions.* reason: lost a laptop/);
  });

  it('are found by their area, when they are on no account', () => {
    const off = { bannerId: 'update', reason: 'Done', switchedAt: '2026-11-23T10:00:00.000Z' } as const;
    const on = { ...off, text: 'News', from: off.switchedAt, until: '2026-11-24T10:00:00.000Z' };
    const story = new Story()
      .executeFresh(bannerDecider, 'update', { type: 'SwitchBannerOn', data: on })
      .executeFresh(bannerDecider, 'update', { type: 'SwitchBannerOff', data: off });
    const rows = [...project(adminActProjection, story.events).rows.values()];
    expect(rows).toMatchObject(Array(2).fill({ user_id: null, name: 'Banners' }));
    expect(rows[0]?.search).toMatch(/^banners /);
  });

  it('of an import of members are its upload and its end by an administrator, without the place of the file', () => {
    const at = '2026-11-23T10:00:00.000Z';
    const file = { fileName: 'members.csv', programme: null, storageName: 'secret', size: 12, uploadedAt: at };
    const count = { rows: 9, registered: 7, known: 1, bad: 1 };
    const story = new Story()
      .execute(eligibilityImportDecider, 'i', {
        type: 'ImportMembers',
        data: { importId: 'i', reason: 'New', ...file },
      })
      .execute(eligibilityImportDecider, 'i', { type: 'ReportImportProgress', data: { importId: 'i', count } })
      .execute(eligibilityImportDecider, 'i', { type: 'CancelImport', data: { importId: 'i', reason: 'Wrong', at } });
    const rows = [...project(adminActProjection, story.events).rows.values()];
    expect(rows).toMatchObject([
      { name: 'Eligible members', event: { type: 'MembersFileUploaded' } },
      { name: 'Eligible members', event: { type: 'MembersImportCanceled' } },
    ]);
    expect(JSON.stringify(rows)).not.toContain('secret');
  });
});
