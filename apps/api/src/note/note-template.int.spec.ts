import { afterAll, describe, expect, it } from '@jest/globals';
import { type NoteTemplate, type NoteTemplateRow, POSITION_HEADER } from '@throughline/contracts';
import { startAnotherNode, startApi } from '../testing/api-under-test.js';
import { get, post } from '../testing/call.js';
import { until } from '../testing/until.js';

const api = await startApi();
const second = await startAnotherNode(api);
afterAll(async () => {
  await second.close();
  await api.close();
});

const reason = 'Asked by Intake';
const admin = { as: 'admin' } as const;
const plan = { title: 'New plan', noteText: '<p onclick="x()">New plan:</p>', actionNeeded: true, reason };
const inSpanish = { titleEs: 'Otro plan', noteTextEs: '<p onclick="x()">Plan nuevo:</p>' };
const offered = async (node = api) => (await get<NoteTemplate[]>(node, '/notesTemplates', { as: 'staff' })).body.data;
const listed = async (position: string | null) =>
  (await get<NoteTemplateRow[]>(api, `/note-templates?minPosition=${position}`, admin)).body.data;

describe('The note templates', () => {
  it('are those of the installation, until an administrator changes them on every node', async () => {
    const installed = await offered();
    expect(installed.map(({ title }) => title)).toContain('Prescription needed');
    expect(Object.keys(installed[0] ?? {}).sort()).toEqual([
      'actionNeeded',
      'noteText',
      'noteTextEs',
      'title',
      'titleEs',
    ]);
    expect(installed[0]).toMatchObject({ titleEs: 'Falta la receta', noteTextEs: expect.stringMatching('^<p>') });

    const created = await post(api, '/note-templates', plan, admin);
    const rows = await listed(created.headers.get(POSITION_HEADER));
    expect(rows.map(({ title }) => title)).toEqual([...installed.map(({ title }) => title), 'New plan']);
    expect(rows.at(-1)).toMatchObject({ noteText: '<p>New plan:</p>', noteTextEs: null, actionNeeded: true });

    const { templateId: retired, ...first } = rows[0]!;
    const old = { ...first, title: 'An older title' };
    expect((await post(api, `/note-templates/${retired}/retire`, { seen: old, reason }, admin)).body.code).toBe(
      'note-template/changed-meanwhile',
    );
    expect((await post(api, `/note-templates/${retired}/retire`, { seen: first, reason }, admin)).status).toBe(200);
    const { templateId, ...seen } = rows.at(-1)!;
    await post(
      api,
      `/note-templates/${templateId}`,
      { ...seen, ...inSpanish, title: 'Another plan', seen, reason },
      admin,
    );
    const titles = [...installed.slice(1).map(({ title }) => title), 'Another plan'];
    for (const node of [api, second]) {
      await until(async () => (await offered(node)).map(({ title }) => title).join() === titles.join());
      expect((await offered(node)).at(-1)).toMatchObject({ titleEs: 'Otro plan', noteTextEs: '<p>Plan nuevo:</p>' });
    }
  });

  it('need a title, a text and a reason', async () => {
    const { body } = await post(api, '/note-templates', { title: '', noteText: '', actionNeeded: false }, admin);
    expect(body.errors).toEqual({
      title: 'Title is required.',
      noteText: 'Note text is required',
      reason: 'Reason is required.',
    });
    expect((await post(api, '/note-templates', { ...plan, title: 'Another plan' }, admin)).body.code).toBe(
      'note-template/same-title',
    );
  });
});
