import { describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { text } from 'node:stream/consumers';

/** After this it is ended, as it does not end. If it runs specs that must fail, their lines are more than one. Milliseconds. */
const TIMEOUT_MS = 120_000;

describe('npm run test:event-store', () => {
  it('ends at once with one line, without its password, where EVENT_STORE_URL does not answer', async () => {
    // The server reads its input, so that it notices the end of a connection.
    const silent = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> };
    const url = `esdb://admin:hush@127.0.0.1:${port}?tls=false`;
    // Started without npm and a shell in between, so that it can be ended if it hangs.
    const [, ...command] = scripts['test:event-store']!.split(' && ').at(-1)!.split(' ');
    const specs = spawn('env', [`EVENT_STORE_URL=${url}`, process.execPath, ...command], { timeout: TIMEOUT_MS });
    const [output, [status]] = await Promise.all([text(specs.stderr), once(specs, 'exit')]);
    silent.close();
    expect({ output, status }).toEqual({
      output: `EVENT_STORE_URL (esdb://127.0.0.1:${port}) cannot be used: it does not answer.\n`,
      status: 1,
    });
  });
});
