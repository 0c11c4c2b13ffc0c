import { describe, expect, it } from '@jest/globals';
import { accountDecider, bannerDecider, SYSTEM_ACTOR } from '@throughline/domain';
import { project } from '../testing/project.js';
import { SAM, Story } from '../testing/story.js';
import { actProjection, WHO } from './act.projection.js';

const rowsOf = (story: Story) => [...project(actProjection, story.events).rows.values()];

describe('All that happened', () => {
  it('has an act for each event of a case, in words, with who did it and what changed against the event before', () => {
    const story = new Story().submit('7').claim('7-1');
    const rows = rowsOf(story);
    expect(rows.map(({ type }) => type)).toEqual(story.events.map(({ type }) => type));
    const last = rows.at(-1);
    expect(last).toMatchObject({
      case_id: '7',
      subject: null,
      person: 'ana',
      role: 'referrer',
      company: 40,
      position: story.events.length,
      command_id: story.events.at(-1)?.metadata.commandId,
    });
    expect(last?.sentence).toMatch(new RegExp(`^${WHO} claimed \\w+`));
    // The name of the task is in an earlier event.
    expect(last?.sentence).not.toContain('a task');
    const opened = rows.find(({ type }) => type === 'ReferralSubmitted');
    expect(opened?.detail).toContainEqual({ field: 'Status', from: null, to: expect.any(String) });
    expect(opened?.search).toContain('ana.ruiz@plan.example');
    expect(opened?.search).not.toContain(WHO);
  });

  it('reads each event against the state before it, in whatever stream of the case it is', () => {
    const story = new Story().submit('7').move('7-1', [1], 'Shipped');
    const changes = rowsOf(story).flatMap(({ detail }) => detail.filter(({ field }) => field === 'Status'));
    expect(changes.slice(1).map(({ from }) => from)).toEqual(changes.slice(0, -1).map(({ to }) => to));
    expect(changes.length).toBeGreaterThan(1);
    const note = { noteId: 1, text: 'Call.', authorName: SAM.name };
    story.record('internalNote-7', { type: 'InternalNoteWritten', data: note } as never, SYSTEM_ACTOR);
    story.claim('7-1');
    expect(rowsOf(story).map(({ case_id: id }) => id)).toEqual(story.events.map(() => '7'));
    expect(rowsOf(story).at(-2)).toMatchObject({ person: 'system', company: 0 });
  });

  it('has the acts of administrators, by the person or the area, without private settings', () => {
    const names = { lastName: 'Ruiz', firstName: 'Ana', email: 'ana@plan.example', primaryPhone: null };
    const account = { userId: 'u1', ...names, companyId: 12, admin: false, groups: [] };
    const on = { reason: 'Done', switchedAt: '2026-11-23T10:00:00.000Z', text: 'News', bannerId: 'update' } as const;
    const story = new Story()
      .execute(accountDecider, 'u1', { type: 'CreateAccount', data: account })
      .execute(accountDecider, 'u1', { type: 'SaveView', data: { screen: 'queue', name: 'Mine', search: '' } })
      .executeFresh(bannerDecider, 'update', {
        type: 'SwitchBannerOn',
        data: { ...on, from: on.switchedAt, until: '2026-11-24T10:00:00.000Z' },
      });
    expect(rowsOf(story)).toMatchObject([
      { type: 'AccountCreated', case_id: null, subject_id: 'u1', subject: 'Ana Ruiz' },
      { type: 'BannerSwitchedOn', case_id: null, subject_id: null, subject: 'Banners' },
    ]);
  });
});
