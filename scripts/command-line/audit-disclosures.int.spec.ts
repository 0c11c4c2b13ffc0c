import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Viewers } from '@throughline/contracts';
import { waitUntilProjected } from '@throughline/read-models';
import { anOrder, submitOrder } from '../../apps/api/src/testing/an-order.js';
import { startApi } from '../../apps/api/src/testing/api-under-test.js';
import { get, post } from '../../apps/api/src/testing/call.js';
import { accountDisclosures } from '../../apps/worker/src/file/account-disclosures/disclosures-command.js';
import { textOf } from '../../apps/worker/src/file/generate-submission-pdf/read-pdf.testing.js';
import { readCommandLine } from './command-line.mjs';
import operate from './operate.mjs';

const api = await startApi();
const folder = await mkdtemp(join(tmpdir(), 'disclosures-'));
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

const order = anOrder();
const { lastName, firstName, DOB } = order.memberInfo;
const MEMBER = `${lastName}, ${firstName}, ${DOB}`;
const { medicaidId } = order.insuranceInfo;
const { username } = userInfo();
const file = (name: string) => join(folder, name);
let id: string;
let recertification: string;

/** Runs the command as it is typed; resolves with what it printed. */
async function run(...args: readonly string[]): Promise<string> {
  const output = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const notes = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const { values } = readCommandLine(operate, ['audit', 'disclosures', ...args]);
    const env = { DATABASE_URL: api.engines.config.databaseUrl, EVENT_STORE_URL: api.engines.config.databaseUrl };
    await accountDisclosures(values as Parameters<typeof accountDisclosures>[0], { env });
    return output.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    output.mockRestore();
    notes.mockRestore();
  }
}

const failureOf = (...args: readonly string[]) =>
  run(...args).then(
    () => 'nothing failed',
    ({ message }: Error) => message,
  );

/** The entries of the command. */
const recorded = async () => {
  const { rows } = await api.engines.database.pool.query(
    `select user_id, role, referral_ids, outcome from access_log where screen = 'Accounting of disclosures' order by id`,
  );
  return rows as readonly object[];
};

beforeAll(async () => {
  const { body, headers } = await submitOrder(api, order, { as: 'referrer' });
  id = body.data;
  await waitUntilProjected(api.engines.database.db, Number(headers.get('x-throughline-position')));
  const { DOB: born, ...names } = order.memberInfo;
  const member = { lastName: names.lastName, firstName: names.firstName, DOB: born, phone: '6025550100', state: 'AZ' };
  const taskData = { itemCategory: 'Incontinence', member, physician: { lastName: 'Okafor', fax: '6025550102' } };
  const opened = await post<{ taskId: string }>(api, '/tasks', { task: 'Recert Review', taskData }, { as: 'staff' });
  await waitUntilProjected(api.engines.database.db, Number(opened.headers.get('x-throughline-position')));
  recertification = opened.body.data.taskId.split('-')[0]!;
  await get(api, `/referrals/referral/${id}`, { as: 'staff' });
  await get(api, `/referrals/referral/${id}`, { as: 'staff' });
  await get(api, `/referrals/referral/${id}/tasks`, { as: 'referrer' });
  await get(api, `/referrals/referral/${id}/limited`);
  await get(api, `/recertifications/${recertification}`, { as: 'staff' });
});

describe('audit disclosures', () => {
  it('lists to whom, what and why, repeated viewings with first, times and last', async () => {
    const lines = (await run('--member', String(medicaidId))).split('\r\n');
    expect(lines[0]).toContain('"First","Last","Times","To whom","Company","Role","What","Why","Referral"');
    const staff = lines.find((line) => line.includes('Dee Park') && line.includes('"Referral: '));
    expect(staff).toMatch(
      new RegExp(
        `Central Time","[^"]+Central Time","2","Dee Park, [^"]+","Throughline Medical Supply","staff of the provider","Referral: member, insurance, .*","Treatment and payment: work on the referral","${id}"$`,
      ),
    );
    expect(lines.find((line) => line.includes('Ana Ruiz'))).toContain('"Saguaro Health Plan","referrer"');
    expect(lines.find((line) => line.includes('Somebody who was not signed in'))).toContain('Limited referral');
  });

  it('finds the member by name and date of birth too, with recertifications, in a file of CSV and one of PDF', async () => {
    await run('--member', MEMBER.toUpperCase(), '--csv', file('all.csv'), '--pdf', file('all.pdf'));
    expect(await readFile(file('all.csv'), 'utf8')).toContain(`"${recertification}"`);
    expect((await stat(file('all.csv'))).mode & 0o777).toBe(0o600);
    const printed = (await textOf(await readFile(file('all.pdf')))).replaceAll(/\s+/g, ' ');
    for (const words of ['Accounting of disclosures', 'Dee Park', id, recertification, `by ${username}`, 'Page 1 of'])
      expect(printed).toContain(words);
  });

  it('is in the access log with the user of the operating system, and in the next accounting', async () => {
    const before = (await recorded()).length;
    await run('--member', MEMBER, '--csv', file('recorded.csv'));
    expect((await recorded()).slice(before)).toEqual([
      {
        user_id: `os:${username}`,
        role: 'operator',
        referral_ids: [id, recertification],
        outcome: 'downloaded',
      },
    ]);
    expect(await run('--member', MEMBER)).toContain(`"User ${username} of the server"`);
    const { body } = await get<Viewers>(api, `/referrals/referral/${id}/viewers`, { as: 'ops' });
    expect(body.data.people).toContainEqual(expect.objectContaining({ userId: `os:${username}`, role: 'operator' }));
  });

  it('has only the period, in days of Central Time', async () => {
    await api.engines.database.pool.query(
      `insert into access_log (at, user_id, role, referral_ids, row_ids, screen, outcome, address_hash)
       values ('2026-07-05T04:59:59Z', 'u-early', 'staff', array[$1], '{}', 'Referral', 'shown', '')`,
      [id],
    );
    const period = (from: string, to: string) => run('--member', MEMBER, '--from', from, '--to', to);
    expect(await period('2026-07-04', '2026-07-04')).toContain('u-early');
    expect(await period('2026-07-05', '2026-07-05')).not.toContain('u-early');
  });

  it.each([
    [['--member', 'MD-0000'], 'No referral and no recertification has this member.'],
    [
      ['--member', 'Diaz,Rosa'],
      '--member must be a Medicaid ID, or last name,first name,date of birth: Diaz,Rosa,1990-02-03',
    ],
    [['--member', '1', '--from', '2026-02-30'], '--from must be a day such as 2026-03-01.'],
    [['--member', '1', '--from', '2026-03-02', '--to', '2026-03-01'], '--from is after --to.'],
    [['--member', '1', '--csv', '-', '--pdf', '-'], 'Only one of --csv and --pdf can be standard output.'],
  ])('stops with words, and records nothing: %j', async (args, words) => {
    const before = await recorded();
    expect(await failureOf(...args)).toBe(words);
    expect(await recorded()).toEqual(before);
  });

  it('writes over no file, and leaves none that is not recorded', async () => {
    await writeFile(file('there.csv'), 'mine');
    const before = await recorded();
    expect(await failureOf('--member', MEMBER, '--pdf', file('new.pdf'), '--csv', file('there.csv'))).toBe(
      `${file('there.csv')} is there already.`,
    );
    expect(await readFile(file('there.csv'), 'utf8')).toBe('mine');
    expect(await recorded()).toEqual(before);
    const { pool } = api.engines.database;
    await pool.query('alter table access_log add constraint no_command check (role <> $$operator$$) not valid');
    expect(await failureOf('--member', MEMBER, '--csv', file('new.csv'))).toContain('no_command');
    await pool.query('alter table access_log drop constraint no_command');
    expect([existsSync(file('new.csv')), existsSync(file('new.pdf'))]).toEqual([false, false]);
  });

  it('says that the database cannot be used', async () => {
    const url = new URL(api.engines.config.databaseUrl);
    url.pathname = '/elsewhere';
    const env = { DATABASE_URL: url.href, EVENT_STORE_URL: url.href };
    await expect(accountDisclosures({ member: '1' }, { env })).rejects.toThrow(
      'The database cannot be used: its server has no database of this name. Repeat the command when it answers.',
    );
  });
});
