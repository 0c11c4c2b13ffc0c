import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FILES = ['ca.crt', 'ca.key', 'ca.srl', 'eventstore.crt', 'eventstore.key'];
const OURS = ['eventstore', 'localhost', '127.0.0.1'];

let folder: string;
const at = (file: string) => join(folder, 'certificates', file);
const read = (file: string) => readFile(at(file), 'utf8');
const certificate = async (file = 'eventstore.crt') => new X509Certificate(await read(file));
const names = async () =>
  (await certificate()).subjectAltName!.split(', ').map((name) => name.replace(/^(DNS|IP Address):/, ''));

async function make(...args: string[]): Promise<{ readonly code: number; readonly said: string }> {
  const script = join(folder, 'make-certificates.sh');
  return new Promise((resolve) =>
    execFile('sh', [script, ...args], (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    ),
  );
}

/** It gives the key to the user of EventStoreDB's image, for which it must be root. */
const asRoot = process.getuid!() === 0 ? describe : describe.skip;

asRoot('deploy/make-certificates.sh', () => {
  let made: string;
  beforeAll(async () => {
    made = folder = await mkdtemp(join(tmpdir(), 'certificates-'));
    await cp('deploy/make-certificates.sh', join(folder, 'make-certificates.sh'));
    await cp('deploy/certificates', join(folder, 'certificates'), { recursive: true });
    expect(await make()).toMatchObject({ code: 0 });
  });
  // Each test gets a copy of the result of the first run.
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'certificates-'));
    await cp(made, folder, { recursive: true, preserveTimestamps: true });
  });
  afterAll(() => rm(made, { recursive: true }));

  it('makes an authority, and a certificate of it for a year that only the image of EventStoreDB can use', async () => {
    const [authority, node] = [await certificate('ca.crt'), await certificate()];
    expect(node.checkIssued(authority) && node.verify(authority.publicKey)).toBe(true);
    expect(node.checkPrivateKey(createPrivateKey(await read('eventstore.key')))).toBe(true);
    expect(node.subject).toBe('CN=eventstoredb-node');
    expect(await names()).toEqual(OURS);
    const days = (Date.parse(node.validTo) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(365);
    expect((await readdir(join(made, 'certificates'))).sort()).toEqual(['.gitignore', ...FILES]);
    expect(await stat(join(made, 'certificates/eventstore.key'))).toMatchObject({ uid: 1000, mode: 0o100600 });
  });

  it('changes nothing when it is run again, and says until when the certificate is valid and how it is renewed', async () => {
    const before = await Promise.all(FILES.map(read));
    const { code, said } = await make();
    expect(await Promise.all(FILES.map(read))).toEqual(before);
    expect({ code, said }).toMatchObject({ code: 0, said: expect.stringMatching(/is valid until .+--renew/s) });
  });

  it('adds the names of other nodes, keeps those that were there, and keeps the certificate before', async () => {
    const before = await read('eventstore.crt');
    expect(await make('eventstore-2', '10.0.0.7')).toMatchObject({ code: 0 });
    expect(await names()).toEqual([...OURS, 'eventstore-2', '10.0.0.7']);
    const { code, said } = await make('eventstore-3', 'eventstore-2');
    expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('eventstore.crt.before') });
    expect(await names()).toEqual([...OURS, 'eventstore-2', '10.0.0.7', 'eventstore-3']);
    expect((await certificate()).verify((await certificate('ca.crt')).publicKey)).toBe(true);
    expect(new X509Certificate(await read('eventstore.crt.before')).subjectAltName).not.toContain('eventstore-3');
    expect(await read('eventstore.crt.before')).not.toBe(before);
  });

  it('renews on request, twice, with all names', async () => {
    await make('eventstore-2');
    const serials = new Set([(await certificate()).serialNumber]);
    for (const _ of [1, 2]) {
      expect(await make('--renew')).toMatchObject({ code: 0 });
      expect(await names()).toEqual([...OURS, 'eventstore-2']);
      const node = await certificate();
      expect(node.checkPrivateKey(createPrivateKey(await read('eventstore.key')))).toBe(true);
      serials.add(node.serialNumber);
    }
    expect(serials.size).toBe(3);
  });

  it.each([
    ['the key of the authority is kept elsewhere', () => rename(at('ca.key'), at('../ca.key')), /ca\.key is not here/],
    [
      'the key is of another authority',
      () => cp(at('eventstore.key'), at('ca.key')),
      /ca\.key is not the key of ca\.crt/,
    ],
    ['the certificate of the authority is lost', () => rm(at('ca.crt')), /ca\.crt is not here/],
  ])('leaves everything as it was, and says why, when %s', async (_, before, why) => {
    await before();
    const files = (await readdir(at('.'))).sort();
    const [crt, key] = [await read('eventstore.crt'), await read('eventstore.key')];
    const { code, said } = await make('--renew');
    expect({ code, said }).toMatchObject({ code: 1, said: expect.stringMatching(why) });
    expect((await readdir(at('.'))).sort()).toEqual(files);
    expect([await read('eventstore.crt'), await read('eventstore.key')]).toEqual([crt, key]);
  });

  it.each(['--names', 'two words', 'a,DNS:b', ''])('refuses what is no name: %j', async (name) => {
    const before = await read('eventstore.crt');
    expect(await make(name)).toMatchObject({ code: 1, said: expect.stringContaining('is no name') });
    expect(await read('eventstore.crt')).toBe(before);
  });

  it.each([
    ['is lost', () => rm(at('eventstore.key'))],
    ['is of another certificate', () => cp(at('ca.key'), at('eventstore.key'))],
  ])('makes both anew when the key %s', async (_, before) => {
    await before();
    expect(await make()).toMatchObject({ code: 0 });
    expect((await certificate()).checkPrivateKey(createPrivateKey(await read('eventstore.key')))).toBe(true);
  });

  it('renews a certificate that ends within a month without being asked to', async () => {
    // Makes openssl report the certificate as one that expires soon.
    const script = await readFile(join(folder, 'make-certificates.sh'), 'utf8');
    await writeFile(join(folder, 'make-certificates.sh'), script.replace('-checkend 2592000', '-checkend 99999999'));
    const before = await read('eventstore.crt');
    expect(await make()).toMatchObject({ code: 0 });
    expect(await read('eventstore.crt')).not.toBe(before);
  });
});
