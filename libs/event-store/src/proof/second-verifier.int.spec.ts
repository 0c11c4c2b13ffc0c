import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EntryProver } from './entry-proof.js';
import { entryOf } from './log-entry.js';
import { LogTree } from './log-tree.js';
import { SIGNER, storedEvents } from './log-tree.testing.js';
import { consistencyProof } from './merkle-tree.js';
import { subtreesOf } from './tile.js';
import { openTreeFolder, readTile } from './tree-folder.js';

/** Where Debian's golang-golang-x-mod-dev puts its sources: no module is downloaded. */
const GO_PATH = '/usr/share/gocode';
const hasGo = existsSync(join(GO_PATH, 'src/golang.org/x/mod/sumdb/tlog')) && spawnSync('go', ['version']).status === 0;

const SOURCE = fileURLToPath(new URL('./second-verifier.go', import.meta.url));
const SIZES = [1, 2, 255, 256, 257, 600];

(hasGo ? describe : describe.skip)('Another verifier (needs golang-go and golang-golang-x-mod-dev)', () => {
  let home: string;
  let files: string[];
  const at = (name: string) => join(home, name);
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'second-verifier-'));
    const env = {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: home,
      GOPATH: GO_PATH,
      GOCACHE: at('cache'),
      GO111MODULE: 'off',
      GOFLAGS: '',
      GOPROXY: 'off',
      GOTOOLCHAIN: 'local',
      CGO_ENABLED: '0',
    };
    const { status, stderr } = spawnSync('go', ['build', '-o', at('verifier'), SOURCE], { env, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    files = await writeLog(at('log'), at('proofs'));
  });
  afterAll(() => rm(home, { recursive: true, force: true }));

  /** Events, signed at each of the sizes, proofs of some, and what a witness is asked. Resolves with the proofs. */
  async function writeLog(path: string, proofs: string): Promise<string[]> {
    mkdirSync(proofs);
    const folder = openTreeFolder(pathToFileURL(path).href);
    const events = storedEvents(SIZES.at(-1)!);
    for (const [at, size] of SIZES.entries()) {
      const tree = await LogTree.open(folder, SIGNER);
      for (const event of events.slice(SIZES[at - 1] ?? 0, size)) tree.add(entryOf(event));
      await tree.sign(new Date(Date.UTC(2026, 2, 3 + at)));
    }
    const written: string[] = [];
    const write = (name: string, text: string) => {
      written.push(join(proofs, name));
      writeFileSync(join(proofs, name), text);
    };
    for (const index of [0, 255, 256, 511, 512, 599])
      write(
        `${index}.tlog-proof`,
        (await (await EntryProver.open(folder)).prove({ position: events[index]!.position })).proof,
      );
    const newest = readFileSync(join(path, 'checkpoint'), 'utf8');
    const size = SIZES.at(-1)!;
    const read = subtreesOf(size, (level, index, width) => readTile(folder, { level, index, width }));
    for (const before of SIZES) {
      const hashes = (await consistencyProof(before, size, read)).map((one) => Buffer.from(one, 'latin1'));
      const lines = [`old ${before}`, ...hashes.map((one) => one.toString('base64'))];
      write(`add-checkpoint-${before}`, `${lines.join('\n')}\n\n${newest}`);
    }
    return written;
  }

  function judge({ vkey = SIGNER.vkey, log = at('log'), given = files } = {}) {
    const { status, stdout, stderr } = spawnSync(at('verifier'), [vkey, log, ...given], { encoding: 'utf8' });
    return { status, says: `${stdout}${stderr}`.trim() };
  }

  it('accepts checkpoints, tiles, entries, and proofs of entries and of consistency', () => {
    expect(judge()).toEqual({ status: 0, says: `600 entries, ${SIZES.length} checkpoints, ${files.length} proofs` });
  });

  it('refuses them for another key', () => {
    const other = SIGNER.vkey.replace(/\+[^+]+$/, `+${Buffer.alloc(33, 1).toString('base64')}`);
    expect(judge({ vkey: other })).toMatchObject({ status: 1 });
  });

  it('refuses a proof for another entry or another size', () => {
    for (const [name, from, to] of [
      ['256.tlog-proof', 'index 256', 'index 257'],
      ['add-checkpoint-255', 'old 255', 'old 256'],
    ] as const) {
      const changed = at(name);
      writeFileSync(changed, readFileSync(join(at('proofs'), name), 'utf8').replace(from, to));
      expect(judge({ given: [changed] })).toMatchObject({ status: 1, says: expect.stringContaining(name) });
    }
  });

  it('refuses each file in which one byte is another one', () => {
    const all = [...readdirSync(at('log'), { recursive: true, withFileTypes: true })]
      .filter((one) => one.isFile())
      .map((one) => relative(at('log'), join(one.parentPath, one.name)));
    // Partial tiles of before are no part of the newest tree.
    const [size] = SIZES.slice(-1);
    const current = all.filter((path) => !path.includes('.p/') || /\.p\/(88|2)$/.test(path));
    expect(current.length).toBeGreaterThan(10);
    expect(size! % 256).toBe(88);
    cpSync(at('log'), at('changed'), { recursive: true });
    for (const path of current) {
      const [file, content] = [join(at('changed'), path), readFileSync(join(at('log'), path))];
      // The number of entries, or a hash, or the second byte of an entry.
      const byte = path.startsWith('checkpoint') ? content.indexOf('\n') + 1 : content.length > 64 ? 40 : 3;
      writeFileSync(file, Buffer.from(content).fill(content[byte]! ^ 1, byte, byte + 1));
      expect({ path, ...judge({ log: at('changed'), given: [] }) }).toMatchObject({ path, status: 1 });
      writeFileSync(file, content);
    }
    expect(judge({ log: at('changed') }).status).toBe(0);
  });

  it('refuses each proof in which one line begins with another letter', () => {
    for (const file of files) {
      const lines = readFileSync(file, 'utf8').split('\n');
      const end = lines.findIndex((line) => line.startsWith('—'));
      for (const [number, line] of lines.slice(0, end).entries()) {
        if (line === '') continue;
        const changed = lines.with(number, `${line[0] === 'A' ? 'B' : 'A'}${line.slice(1)}`);
        writeFileSync(at('changed-proof'), changed.join('\n'));
        expect({ file, line, ...judge({ given: [at('changed-proof')] }) }).toMatchObject({ file, line, status: 1 });
      }
    }
  });
});
