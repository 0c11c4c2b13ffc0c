import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { fileDecider, type FileCommand } from '@throughline/domain';
import { handleCommand, systemContext } from '@throughline/event-store';
import { waitUntilProjected } from '@throughline/read-models';
import { unzipSync } from 'fflate';
import { anOrder, submitOrder } from '../../apps/api/src/testing/an-order.js';
import { startApi } from '../../apps/api/src/testing/api-under-test.js';
import { get, post } from '../../apps/api/src/testing/call.js';
import { connect } from '../../apps/api/src/testing/live-client.js';
import { until } from '../../apps/api/src/testing/until.js';
import { exportEvidence } from '../../apps/worker/src/file/export-evidence/export-command.js';
import { textOf } from '../../apps/worker/src/file/generate-submission-pdf/read-pdf.testing.js';
import { sign as signLogs, TREE, unpack, type Unpacked, verifyIn } from './evidence.testing.js';
import { readCommandLine } from './command-line.mjs';
import operate from './operate.mjs';

const api = await startApi();
const folder = await mkdtemp(join(tmpdir(), 'evidence-'));
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

const { config, store, files, database } = api.engines;
const { pool, db } = database;
const order = anOrder();
const { lastName, firstName } = order.memberInfo;
const { username } = userInfo();
const PDF = Buffer.from('%PDF-1.7 of the specs');
let id: string;
let recertification: string;

const environment = (more: object = {}) => ({
  DATABASE_URL: config.databaseUrl,
  EVENT_STORE_URL: config.eventStoreUrl,
  FILES_URL: config.filesUrl,
  TLOG_URL: config.tlogUrl,
  TLOG_KEY: TREE.tlogKey,
  PUBLIC_ORIGIN: TREE.publicOrigin,
  ...more,
});

/** Runs the command as it is typed; resolves with what it said. */
async function run(args: readonly string[], options: Parameters<typeof exportEvidence>[1] = {}): Promise<string> {
  const notes = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const { values } = readCommandLine(operate, ['audit', 'export', ...args]);
    await exportEvidence(values as Parameters<typeof exportEvidence>[0], { env: environment(), ...options });
    return notes.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    notes.mockRestore();
  }
}

const failureOf = (args: readonly string[], options?: Parameters<typeof exportEvidence>[1]) =>
  run(args, options).then(
    () => 'nothing failed',
    ({ message }: Error) => message,
  );

let zips = 0;
const aZip = () => join(folder, `${++zips}.zip`);
async function exported(caseId: string, ...more: readonly string[]): Promise<Unpacked> {
  const zip = aZip();
  await run(['--referral', caseId, '--to', zip, ...more]);
  return unpack(await readFile(zip), caseId);
}

const verify = (unpacked: Unpacked, ...args: readonly string[]) => verifyIn(folder, unpacked, ...args);

const linesIn = (bytes: Buffer | undefined) => String(bytes).trimEnd().split('\n');
const joined = (lines: readonly string[]) => Buffer.from(lines.map((line) => `${line}\n`).join(''));
const recordsIn = (bytes: Buffer | undefined) =>
  linesIn(bytes).map((line) => JSON.parse(line) as { position: number; stream: string; type: string; data?: object });

async function record(command: FileCommand): Promise<void> {
  const at = new Date().toISOString();
  const context = systemContext(randomUUID(), at);
  const { position } = await handleCommand(store, { decider: fileDecider, id, command, context });
  await waitUntilProjected(db, position ?? 0);
}

const sign = () => signLogs(api);

beforeAll(async () => {
  const live = connect(api, 'staff');
  await live.join({ name: 'referral-list' });
  const { body, headers } = await submitOrder(api, order, { as: 'referrer' });
  id = body.data;
  await waitUntilProjected(db, Number(headers.get('x-throughline-position')));
  await until(() => live.changes.some(({ key }) => key === id));
  live.socket.disconnect();
  const about = { referralId: id, generatedAt: new Date().toISOString() };
  await record({
    type: 'RecordSubmissionPdf',
    data: { ...about, fileName: 'referral.pdf', ...(await files.put(PDF)) },
  });
  for (const [fileId, fileName] of [
    [2, 'chart.pdf'],
    [3, 'waiting.pdf'],
  ] as const) {
    const stored = await files.put(Buffer.concat([PDF, Buffer.from(fileName)]));
    const data = { referralId: id, fileName, ...stored, uploadedBy: 'u-staff', uploadedAt: about.generatedAt };
    await record({ type: 'UploadFile', data });
    if (fileId === 2)
      await record({ type: 'AcceptFile', data: { referralId: id, fileId, checkedAt: about.generatedAt } });
  }
  await until(async () => (await get(api, `/tasks/${id}-1`, { as: 'staff' })).status === 200);
  await post(api, `/tasks/${id}-1/claim`, {}, { as: 'staff' });
  const member = { lastName, firstName, DOB: order.memberInfo.DOB, phone: '6025550102', state: 'AZ' };
  const taskData = { itemCategory: 'Incontinence', member, physician: { lastName: 'Okafor', fax: '6025550102' } };
  const opened = await post<{ taskId: string }>(api, '/tasks', { task: 'Recert Review', taskData }, { as: 'staff' });
  recertification = opened.body.data.taskId.split('-')[0]!;
  await waitUntilProjected(db, Number(opened.headers.get('x-throughline-position')));
  await get(api, `/referrals/referral/${id}`, { as: 'staff' });
  await get(api, `/referrals/referral/${id}`, { as: 'referrer' });
  await get(api, `/referrals/referral/${id}/limited`);
  await get(api, `/recertifications/${recertification}`, { as: 'staff' });
  await sign();
});

describe('audit export', () => {
  let whole: Unpacked;
  beforeAll(async () => {
    whole = await exported(id);
  });

  it('has every event, every viewing, the files and a report, which are verified with Node alone', async () => {
    expect(Object.keys(whole).sort()).toEqual(
      [
        'events.jsonl',
        'files.jsonl',
        'files/1.pdf',
        'files/2.pdf',
        'manifest.note',
        'proofs/access-log.checkpoint',
        'proofs/events.jsonl',
        'proofs/log.checkpoint',
        'proofs/viewings.jsonl',
        'public-keys.txt',
        'report.pdf',
        'verify.mjs',
        'viewings.jsonl',
      ].sort(),
    );
    const types = recordsIn(whole['events.jsonl']).map(({ type }) => type);
    expect(types).toEqual(
      expect.arrayContaining([
        'ReferralSubmitted',
        'TaskOpened',
        'TaskClaimed',
        'SubmissionPdfGenerated',
        'FileUploaded',
      ]),
    );
    const viewings = recordsIn(whole['viewings.jsonl']);
    expect(viewings.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['Referral', 'Limited referral', 'Live', 'Referrals list, live']),
    );
    expect(whole['files/1.pdf']).toEqual(PDF);
    const { code, said } = await verify(whole);
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('Everything is as it was exported') });
    const [events, seen] = [types.length, viewings.length];
    expect(said).toContain(`Evidence of ${id}, exported `);
    expect(said).toContain(`by user ${username} of the server, with personal data.`);
    expect(said).toMatch(
      new RegExp(
        `${events} of ${events} events are as they were when the checkpoint of 2026-03-03 09:00:00 UTC .* of portal.example/log was signed`,
      ),
    );
    expect(said).toMatch(new RegExp(`${seen} of ${seen} viewings are as .* of portal.example/access-log was signed`));
    expect(said).toContain('2 of 3 files have the hash');
    expect(said).toMatch(/File 3, SHA-256 \w{64}: not checked yet/);
  });

  it('has a report to read: cover, timeline, statuses with their facts, who saw it, how to verify', async () => {
    const printed = (await textOf(whole['report.pdf']!)).replaceAll(/\s+/g, ' ');
    for (const words of [
      'Evidence of a referral',
      id,
      `by user ${username} of the server`,
      'Central Time',
      'node verify.mjs',
      'The referral was submitted with',
      'Dee Park claimed Create Patient',
      `${firstName} ${lastName}`,
      'Pending Patient Creation',
      'Somebody who was not signed in',
      'staff of the provider',
      'files/2.pdf: chart.pdf',
    ])
      expect(printed).toContain(words);
  });

  it('is of a recertification too', async () => {
    const unpacked = await exported(recertification);
    expect(recordsIn(unpacked['events.jsonl'])[0]?.type).toBe('RecertificationOpened');
    expect((await textOf(unpacked['report.pdf']!)).replaceAll(/\s+/g, ' ')).toContain('Evidence of a recertification');
    expect((await verify(unpacked)).code).toBe(0);
  });

  it('is verified by a key that its receiver knows, and refused by another one', async () => {
    const [key = ''] = linesIn(whole['public-keys.txt']);
    const known = await verify(whole, '--key', key);
    expect(known).toEqual({ code: 0, said: expect.stringContaining('Verified by the key that you named') });
    const other = (await exportedBy('f'.repeat(64)))['public-keys.txt'];
    const refused = await verify(whole, '--key', linesIn(other)[0]!);
    expect(refused.code).toBe(1);
    expect(refused.said).toContain('public-keys.txt does not have the key that you named');
    expect(refused.said).toContain('No event is proven: there is no checkpoint that the portal signed.');
  });

  /** With a log that is signed by another key. */
  async function exportedBy(key: string): Promise<Unpacked> {
    const zip = aZip();
    const env = environment({ TLOG_KEY: key, TLOG_FORMER_SIGNERS: linesIn(whole['public-keys.txt']).join(',') });
    await run(['--referral', id, '--to', zip], { env });
    return unpack(await readFile(zip), id);
  }

  it('is verified after the key was changed', async () => {
    const unpacked = await exportedBy('f'.repeat(64));
    expect(linesIn(unpacked['public-keys.txt'])).toHaveLength(4);
    expect((await verify(unpacked)).code).toBe(0);
  });

  describe('without personal data', () => {
    let bare: Unpacked;
    beforeAll(async () => {
      bare = await exported(id, '--without-personal-data');
    });

    it('verifies', async () => {
      const { code, said } = await verify(bare);
      expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('without personal data') });
      expect(said).toMatch(/File 1, SHA-256 \w{64}: left out with the personal data/);
    });

    it('has no name of the member and of people, no content and no file', async () => {
      expect(Object.keys(bare).filter((path) => path.startsWith('files/'))).toEqual([]);
      const printed = (await textOf(bare['report.pdf']!)).replaceAll(/\s+/g, ' ');
      expect(printed).toContain('ReferralSubmitted');
      const everything = [...Object.values(bare).map((bytes) => bytes.toString('latin1')), printed].join('\n');
      const { medicaidId } = order.insuranceInfo;
      const given = Object.values(whole).join('\n');
      for (const text of [lastName, firstName, String(medicaidId), 'u-staff', 'people.example']) {
        expect(given).toContain(text);
        expect(everything).not.toContain(text);
      }
      expect(everything).not.toContain('Dee Park');
      expect(recordsIn(bare['viewings.jsonl']).flatMap((line) => Object.keys(line))).not.toContain('salt');
    });

    it('names what is changed in it', async () => {
      const lines = linesIn(bare['events.jsonl']);
      const changed = lines.with(1, lines[1]!.replace(/"dataHash":"./, '"dataHash":"_'));
      const { code, said } = await verify({ ...bare, 'events.jsonl': joined(changed) });
      expect(code).toBe(1);
      expect(said).toMatch(/events\.jsonl, line 2 \(event .*\) is not as it was signed: its data\./);
    });
  });

  describe('that was altered', () => {
    const lines = (path: string) => linesIn(whole[path]);
    const edited = (path: string, edit: (text: string[]) => readonly string[]) => ({
      [path]: joined(edit(lines(path))),
    });
    const swap = ([one = '', two = '', ...rest]: string[]) => [two, one, ...rest];
    /** The texts of two proofs, each at the place of the other. */
    const swapProofs = (given: string[]) => {
      const [one, two] = given.slice(0, 2).map((line) => JSON.parse(line) as { position: number; proof: string });
      const [first, second] = [
        { ...one, proof: two!.proof },
        { ...two, proof: one!.proof },
      ];
      return [JSON.stringify(first), JSON.stringify(second), ...given.slice(2)];
    };
    const changes: [string, () => Record<string, Buffer | undefined>, ...(string | RegExp)[]][] = [
      [
        'an event: its data',
        () => edited('events.jsonl', (all) => all.with(0, all[0]!.replace(firstName, 'Zoe'))),
        /events\.jsonl, line 1 \(event 0 of referral-\d+ \(ReferralSubmitted\) at position \d+\) is not as it was signed: its data\./,
        'events.jsonl was changed: its bytes do not have the hash that the manifest has.',
      ],
      [
        'an event: who did it',
        () => edited('events.jsonl', (all) => all.with(0, all[0]!.replace('"role":"referrer"', '"role":"staff"'))),
        /events\.jsonl, line 1 .* is not as it was signed: its metadata \(who, when, by which command\)\./,
      ],
      [
        'an event: a blank that means nothing',
        () => edited('events.jsonl', (all) => all.with(0, all[0]!.replace('{', '{ '))),
        /events\.jsonl, line 1 .* was changed: it is spelled in another way/,
      ],
      [
        'an event removed',
        () => edited('events.jsonl', (all) => all.toSpliced(2, 1)),
        /events\.jsonl does not have event \d+ of .*, which proofs\/events\.jsonl, line 3 proves: it was removed\./,
      ],
      [
        'an event removed with its proof',
        () => ({
          ...edited('events.jsonl', (all) => all.slice(0, -1)),
          ...edited('proofs/events.jsonl', (all) => all.slice(0, -1)),
        }),
        /events\.jsonl has \d+ events, and the manifest says \d+\./,
      ],
      [
        'an event in the middle removed with its proof',
        () => ({
          ...edited('events.jsonl', (all) => all.toSpliced(2, 1)),
          ...edited('proofs/events.jsonl', (all) => all.toSpliced(2, 1)),
        }),
        /events\.jsonl: event 0 of file-\d+ is missing, before event 1\./,
      ],
      [
        'two events swapped',
        () => edited('events.jsonl', swap),
        /events\.jsonl, line 2 .* stands twice, or not in order/,
      ],
      [
        'an event of another referral',
        () => edited('events.jsonl', (all) => all.with(0, all[0]!.replace(`referral-${id}`, 'referral-1'))),
        /events\.jsonl, line 1 .* does not belong to \d+\./,
      ],
      [
        'a viewing: who saw it',
        () => edited('viewings.jsonl', (all) => all.map((line) => line.replaceAll('u-staff', 'u-other'))),
        /viewings\.jsonl, line \d+ \(viewing \d+ of access_log \(.+\) at position \d+\) is not as it was signed: who saw it\./,
      ],
      [
        'a viewing of another referral',
        () => edited('viewings.jsonl', (all) => all.with(-1, all.at(-1)!.replace(id, '1'))),
        /viewings\.jsonl, line \d+ \(viewing .*\) is not as it was signed: what was shown\./,
        /viewings\.jsonl, line \d+ .* does not belong to \d+\./,
      ],
      [
        'a viewing removed',
        () => edited('viewings.jsonl', (all) => all.slice(0, -1)),
        /viewings\.jsonl does not have viewing \d+ of access_log \(Limited referral\) .*: it was removed\./,
      ],
      [
        'a viewing that nobody had',
        () => edited('viewings.jsonl', (all) => [...all, all.at(-1)!.replace(/"position":\d+/, '"position":999998')]),
        /viewings\.jsonl, line \d+ .* has no proof: proofs\/viewings\.jsonl has none of position 999998/,
      ],
      [
        'two proofs swapped',
        () => edited('proofs/events.jsonl', swapProofs),
        /proofs\/events\.jsonl, line 1 is the proof of another event: event .*/,
        /proofs\/events\.jsonl, line 2 is the proof of another event: event 0 of referral-\d+/,
      ],
      [
        'a proof removed',
        () => edited('proofs/viewings.jsonl', (all) => all.slice(1)),
        /viewings\.jsonl, line 1 .* has no proof/,
      ],
      [
        'a file',
        () => ({ 'files/2.pdf': Buffer.concat([whole['files/2.pdf']!, Buffer.from(' ')]) }),
        /files\/2\.pdf does not have the hash that the event at position \d+ states\./,
      ],
      [
        'a file exchanged together with its hash',
        () => ({
          'files/1.pdf': whole['files/2.pdf'],
          ...edited('files.jsonl', (all) => {
            const [, hash = ''] = /"sha256":"(\w+)"/.exec(all[1]!)!;
            return all.with(0, all[0]!.replace(/"sha256":"\w+"/, `"sha256":"${hash}"`));
          }),
        }),
        /files\.jsonl, line 1 \(file 1\) is not what the event at position \d+ says\./,
      ],
      ['a file added', () => ({ 'files/9.pdf': PDF }), 'files/9.pdf was added: the manifest has no such file.'],
      ['a file removed', () => ({ 'files/1.pdf': undefined }), 'files/1.pdf is missing: the manifest has it.'],
      [
        'what the manifest says',
        () =>
          edited('manifest.note', (all) =>
            all.map((line) => line.replace('"hasPersonalData":true', '"hasPersonalData":false')),
          ),
        'manifest.note was changed: The signature of portal.example/evidence is wrong',
      ],
      [
        'a line of the manifest removed with its file',
        () => ({
          'report.pdf': undefined,
          ...edited('manifest.note', (all) => all.filter((line) => !line.endsWith('report.pdf'))),
        }),
        'manifest.note was changed',
      ],
      ['the manifest removed', () => ({ 'manifest.note': undefined }), 'manifest.note is missing'],
      [
        'a checkpoint',
        () => edited('proofs/log.checkpoint', (all) => all.with(1, `${Number(all[1]) + 1}`)),
        'proofs/log.checkpoint proves nothing: The signature of portal.example/log is wrong',
      ],
      [
        'the public key',
        () => edited('public-keys.txt', (all) => all.map((line) => line.replace(/.$/, 'x'))),
        'public-keys.txt was changed: “portal.example/log+',
      ],
    ];

    it.each(changes)('is named: %s', async (_, change, ...words) => {
      const altered = Object.entries({ ...whole, ...change() }).filter(([, bytes]) => bytes !== undefined);
      const { code, said } = await verify(Object.fromEntries(altered) as Unpacked);
      for (const one of words)
        expect(said).toEqual(one instanceof RegExp ? expect.stringMatching(one) : expect.stringContaining(one));
      expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('THIS IS NOT WHAT WAS EXPORTED') });
    });

    it('is named by its file, whichever of them has one other byte', async () => {
      for (const [path, bytes] of Object.entries(whole)) {
        // The last byte but one of the verifier is in a comment or a blank: it has to run.
        const at = path === 'verify.mjs' ? bytes.indexOf('// ') + 1 : Math.floor(bytes.length / 2);
        const changed = Buffer.from(bytes);
        changed[at] = changed[at] === 0x61 ? 0x62 : 0x61;
        const { code, said } = await verify({ ...whole, [path]: changed });
        expect({ path, code, isNamed: said.includes(path) }).toEqual({ path, code: 1, isNamed: true });
      }
    });
  });

  it('is in the access log with the user of the operating system, before there is a file', async () => {
    const { rows } = await pool.query(
      `select user_id, role, referral_ids, outcome from access_log where screen = 'Evidence' order by id limit 1`,
    );
    expect(rows).toEqual([{ user_id: `os:${username}`, role: 'operator', referral_ids: [id], outcome: 'downloaded' }]);
    await pool.query('alter table access_log add constraint no_command check (role <> $$operator$$) not valid');
    const zip = join(folder, 'unrecorded.zip');
    expect(await failureOf(['--referral', id, '--to', zip])).toContain('no_command');
    await pool.query('alter table access_log drop constraint no_command');
    expect((await readdir(folder)).filter((name) => name.startsWith('unrecorded'))).toEqual([]);
  });

  it('says what was not signed yet, and has it the next time', async () => {
    await get(api, `/referrals/referral/${id}/limited`);
    const before = recordsIn(whole['viewings.jsonl']).length;
    const zip = aZip();
    // The exports before are viewings as well.
    expect(await run(['--referral', id, '--to', zip])).toMatch(
      /Not signed yet, and not in the export: events: 0; viewings: \d+\./,
    );
    await sign();
    const next = await exported(id);
    expect(recordsIn(next['viewings.jsonl']).length).toBeGreaterThan(before);
    expect(recordsIn(next['viewings.jsonl']).map(({ type }) => type)).toContain('Evidence');
    expect((await verify(next)).code).toBe(0);
    const earlier = { 'proofs/access-log.checkpoint': whole['proofs/access-log.checkpoint'] };
    expect((await verify({ ...next, ...earlier } as Unpacked)).said).toContain(
      'proofs/viewings.jsonl, line 1 is of another checkpoint than proofs/access-log.checkpoint.',
    );
  });

  it('takes an id however it is grouped, is for its user alone, and writes over no file', async () => {
    const zip = aZip();
    await run(['--referral', `${id.slice(0, 5)} ${id.slice(5)}`, '--to', zip]);
    expect((await stat(zip)).mode & 0o777).toBe(0o600);
    expect(await failureOf(['--referral', id, '--to', zip])).toBe(`${zip} is there already.`);
  });

  it('is written to standard output as well, by the command as it is typed, with everything else on standard error', async () => {
    const args = ['scripts/throughline.mjs', 'audit', 'export', '--referral', id, '--to', '-'];
    const env = environment();
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env, encoding: 'buffer' });
    expect(Buffer.from(unzipSync(stdout)[`evidence-${id}/files/1.pdf`]!)).toEqual(PDF);
    expect(stderr.toString()).toContain(`Exported of ${id}, with personal data: events: `);
  });

  it('is stopped by a signal, and leaves no half file', async () => {
    const stop = new AbortController();
    const zip = join(folder, 'stopped.zip');
    const running = failureOf(['--referral', id, '--to', zip], { signal: stop.signal });
    await until(async () => (await readdir(folder)).some((name) => name.startsWith('stopped.zip.')));
    stop.abort();
    expect(await running).toBe('Stopped: nothing was exported.');
    expect((await readdir(folder)).filter((name) => name.startsWith('stopped'))).toEqual([]);
  });

  it('names a file whose bytes are not those of its event, and leaves it out', async () => {
    const { rows } = await pool.query<{ name: string }>(
      `select data ->> 'storageName' as name from event_store.event where stream = $1 and type = 'SubmissionPdfGenerated'`,
      [`file-${id}`],
    );
    const name = rows[0]!.name;
    const path = join(new URL(config.filesUrl).pathname, name.slice(0, 2), name);
    await writeFile(path, 'forged');
    const zip = aZip();
    expect(await run(['--referral', id, '--to', zip])).toContain(
      'File 1 is not in the export: altered in the file store: its bytes do not have the hash that its event states.',
    );
    const unpacked = await exported(id);
    expect(unpacked['files/1.pdf']).toBeUndefined();
    expect(await verify(unpacked)).toEqual({ code: 0, said: expect.stringContaining('altered in the file store') });
    await writeFile(path, PDF);
  });

  it.each([
    [['--referral', '1'], {}, 'There is no referral and no recertification 1.'],
    [
      ['--referral', 'x'],
      { TLOG_KEY: '' },
      'TLOG_KEY is not set: an export is signed with the private key of the log.',
    ],
    [['--referral', 'x'], { TLOG_URL: pathToFileURL('/nowhere').href }, 'Nothing is signed yet. Nothing was exported.'],
    [['--referral', 'x'], { TLOG_KEY: 'e'.repeat(64) }, 'There is no referral and no recertification X.'],
  ])('stops with words: %j %j', async (args, env, words) => {
    const zip = join(folder, 'refused.zip');
    expect(await failureOf([...args, '--to', zip], { env: environment(env) })).toBe(words);
    expect(existsSync(zip)).toBe(false);
  });

  it('begins the access log of a portal in which nobody has looked at anything', async () => {
    const tlog = await mkdtemp(join(folder, 'tlog-'));
    await cp(new URL(config.tlogUrl), tlog, { recursive: true });
    await rm(join(tlog, 'access-log'), { recursive: true });
    const env = environment({ TLOG_URL: pathToFileURL(tlog).href });
    const count = async () => (await pool.query(`select from access_log where screen = 'Evidence'`)).rowCount;
    const before = Number(await count());
    expect(await failureOf(['--referral', id, '--to', aZip()], { env })).toBe(
      'Nobody has looked at anything yet, so the access log is not signed: repeat the command in a minute.',
    );
    expect(await count()).toBe(before + 1);
  });

  describe('of what is not as it was signed', () => {
    const refused = () => failureOf(['--referral', id, '--to', join(folder, 'altered.zip')]);

    it.each([
      [
        'an event whose time was changed',
        `update event_store.event set recorded_at = recorded_at + $1::interval where stream = 'referral-' || $2 and revision = 0`,
        /^Event 0 of referral-\d+ at position \d+ is not as it was signed\. Run “audit verify”\. Nothing was exported\.$/,
      ],
      [
        'an event that was changed',
        `update event_store.event set metadata = jsonb_set(metadata::jsonb, '{at}', to_jsonb($1::text)) where stream = 'itemTask-' || $2 and revision = 0`,
        /^The chain of itemTask-\d+ is broken at event 0\. Run/,
      ],
    ])('is refused: %s', async (_, change, words) => {
      await pool.query('create table before as select * from event_store.event');
      await pool.query(change, ['1 day', id]);
      expect(await refused()).toMatch(words);
      await pool.query(
        `update event_store.event set metadata = before.metadata, recorded_at = before.recorded_at
           from before where before.position = event.position`,
      );
      await pool.query('drop table before');
      expect(await failureOf(['--referral', id, '--to', aZip()])).toBe('nothing failed');
    });

    it('is refused: a viewing by somebody else', async () => {
      await pool.query('alter table access_log disable trigger all');
      await pool.query(`update access_log set user_id = 'u-other' where user_id = 'u-staff' and screen = 'Referral'`);
      const words = await refused();
      await pool.query(`update access_log set user_id = 'u-staff' where user_id = 'u-other'`);
      await pool.query('alter table access_log enable trigger all');
      expect(words).toMatch(/^Viewing \d+ of access_log at position \d+ is not as it was signed\./);
      expect(existsSync(join(folder, 'altered.zip'))).toBe(false);
    });
  });
});
