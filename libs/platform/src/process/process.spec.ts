import { afterAll, describe, expect, it } from '@jest/globals';
import { transformFile } from '@swc/core';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const folder = await mkdtemp(join(tmpdir(), 'process-'));
const source = await transformFile(fileURLToPath(new URL('process.ts', import.meta.url)), {
  jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
});
await writeFile(join(folder, 'process.mjs'), source.code);
afterAll(() => rm(folder, { recursive: true }));

/** A separate process, because the specs test how it ends. It prints `up` when it has started. */
async function run(script: string, act: (child: ChildProcess) => void = () => undefined) {
  const file = join(folder, `${Math.random()}.mjs`);
  await writeFile(
    file,
    `import * as house from './process.mjs'; ${script}; setInterval(() => {}, 1e6); console.log('up');`,
  );
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const output = Promise.all([text(child.stdout!), text(child.stderr!)]);
  child.stdout!.once('data', () => act(child));
  const [code] = (await once(child, 'exit')) as [number | null];
  const [out, err] = await output;
  return { code, out: out.replace('up\n', ''), err };
}

describe('Ending a process', () => {
  it('fails in one line', async () => {
    expect(await run("house.fail(new Error('No port.\\n  Second line'))")).toEqual({
      code: 1,
      out: '',
      err: 'No port. Second line\n',
    });
  });

  it('closes in reverse order, once, however many signals arrive', async () => {
    const script = "for (const name of ['database', 'server']) house.onShutdown(async () => console.log(name))";
    const ended = await run(script, (child) =>
      ['SIGINT', 'SIGTERM', 'SIGINT'].forEach((signal) => child.kill(signal as NodeJS.Signals)),
    );
    expect(ended).toEqual({ code: 0, out: 'server\ndatabase\n', err: '' });
  });

  it('does not wait for ever', async () => {
    const ended = await run('house.onShutdown(() => new Promise(() => {}), { timeoutMs: 20 })', (child) =>
      child.kill('SIGTERM'),
    );
    expect(ended).toMatchObject({ code: 1, err: 'Did not stop within 0.02 s.\n' });
  });

  it('says why it could not close', async () => {
    const ended = await run("house.onShutdown(() => { throw new Error('Disk gone.') })", (child) =>
      child.kill('SIGTERM'),
    );
    expect(ended).toMatchObject({ code: 1, err: 'Disk gone.\n' });
  });

  it('tells its parent that it listens, if it has one', async () => {
    const messages: unknown[] = [];
    const script = `process.once('message', () => {
      house.announceListening();
      process.disconnect();
      house.announceListening();
      setImmediate(() => process.exit(0));
    })`;
    const ended = await run(script, (child) => {
      child.on('message', (message) => messages.push(message));
      child.send('now');
    });
    expect({ ...ended, messages }).toEqual({ code: 0, out: '', err: '', messages: ['listening'] });
  });

  it.each([
    ['an exception', "setImmediate(() => { throw new TypeError('odd') })"],
    ['a rejection', "setImmediate(() => Promise.reject(new TypeError('odd')))"],
    ['an error that nobody listens to', "new EventEmitter().emit('error', new TypeError('odd'))"],
  ])('names %s that nobody caught, and ends in order', async (_, odd) => {
    const script = `const { EventEmitter } = await import('node:events');
      house.endOnUncaught({ fatal: ({ err }) => console.log(err.stack) });
      house.onShutdown(() => console.log('closed'));
      setTimeout(() => { ${odd} })`;
    const { code, out } = await run(script);
    expect({ code, out }).toMatchObject({ code: 1, out: expect.stringMatching(/TypeError: odd\n +at .*closed\n$/s) });
  });

  it('continues after a rejection that is known to be dropped by a library, and after no other', async () => {
    const script = `const isStray = (error) => error.message === 'Channel has been shut down';
      house.endOnUncaught({ error: ({ err }) => console.log('logged ' + err.message), fatal: ({ err }) => console.log(err.message) }, isStray);
      house.onShutdown(() => console.log('closed'));
      setImmediate(() => Promise.reject(new Error('Channel has been shut down')));
      setTimeout(() => { console.log('goes on'); throw new Error('Channel has been shut down') }, 200)`;
    expect(await run(script)).toMatchObject({
      code: 1,
      out: 'logged Channel has been shut down\ngoes on\nChannel has been shut down\nclosed\n',
    });
  });

  it('shuts down in order even if nothing can be logged', async () => {
    const script = `house.endOnUncaught({ fatal: () => { throw new Error('no space') } });
      house.onShutdown(() => console.log('closed'));
      setTimeout(() => { throw new TypeError('odd') })`;
    expect(await run(script)).toMatchObject({ code: 1, out: 'closed\n' });
  });

  it('shuts down in order when its parent is gone', async () => {
    const script = "house.endWithParent(); house.onShutdown(() => console.log('closed'))";
    expect(await run(script, (child) => child.disconnect())).toEqual({ code: 0, out: 'closed\n', err: '' });
  });
});
