import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type MeasureRun, runMeasure } from './measure-process.js';
import type { Row } from './measure.js';

const folder = await mkdtemp(join(tmpdir(), 'measure-process-'));
afterAll(() => rm(folder, { recursive: true }));

describe('A measure in a process of its own', () => {
  let rows: Row[];
  let lines: string[];
  let interruption: AbortController;
  beforeEach(() => {
    rows = [];
    lines = [];
    interruption = new AbortController();
  });

  /** Runs the given code in a process that answers a request; `say` sends a message to the process that asked. */
  async function run(body: string, changes: Partial<MeasureRun> = {}): Promise<string | null> {
    const script = join(folder, `${Math.random()}.mjs`);
    const preface = `import { spawn } from 'node:child_process'; const say = (message) => process.send(message);`;
    await writeFile(script, `${preface}\nprocess.once('message', async (request) => {${body}});`);
    return runMeasure({
      entry: pathToFileURL(script),
      request: { name: 'append', quick: true, full: false, postgres: { url: 'postgres://nowhere' } },
      limitMs: 60_000,
      outputFile: join(folder, 'output.log'),
      temporaryFolder: folder,
      signal: interruption.signal,
      onRow: (row) => void rows.push(row),
      log: (line) => void lines.push(line),
      ...changes,
    });
  }

  const row = (measure: string) => `say({ row: { measure: '${measure}' } });`;
  const taken = () => rows.map(({ measure }) => measure);

  it('gives its rows as they come, and ends', async () => {
    const ends = `${row('one')} say({ log: request.name }); ${row('two')} say({ done: true }); process.disconnect();`;
    expect(await run(ends)).toBeNull();
    expect(taken()).toEqual(['one', 'two']);
    expect(lines).toEqual(['append']);
  });

  it('keeps what it has measured before it failed, and what it printed', async () => {
    const fails = `${row('one')} console.error('of the pool'); say({ failed: 'move was answered with 429' });`;
    expect(await run(fails)).toBe('failed: move was answered with 429');
    expect(taken()).toEqual(['one']);
    expect(await readFile(join(folder, 'output.log'), 'utf8')).toContain('of the pool');
  });

  it('is reported when its process ends by itself', async () => {
    expect(await run(`${row('one')} process.disconnect(); process.exit(7);`)).toBe(
      'failed: its process ended (code 7)',
    );
    expect(taken()).toEqual(['one']);
  });

  it('does not hold up the others when it hangs', async () => {
    expect(await run('setInterval(() => {}, 1000)', { limitMs: 1 })).toMatch(/^did not finish within/);
  });

  it('is ended with the processes that it started when somebody interrupts', async () => {
    const started = `const child = spawn('sleep', ['1000']); say({ log: String(child.pid) }); ${row('one')}`;
    const onRow = (one: Row) => {
      rows.push(one);
      interruption.abort();
    };
    expect(await run(started, { onRow })).toBe('was interrupted');
    expect(taken()).toEqual(['one']);
    const lives = () => {
      try {
        return process.kill(Number(lines[0]), 0);
      } catch {
        return false;
      }
    };
    while (lives()) await pause(10);
  });

  it('is not begun after an interruption', async () => {
    interruption.abort();
    expect(await run(row('one'))).toBe('was interrupted');
  });
});
