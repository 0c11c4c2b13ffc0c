import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, jest } from '@jest/globals';
import { launch } from './postmaster.js';
import { serverUser } from './server-user.js';

/** Its last line is read only after its exit has been noticed. */
const ENDS_WHEN_READY = `#!/bin/sh
(while kill -0 $$ 2>/dev/null; do :; done; echo 'LOG:  database system is ready to accept connections' >&2) &
`;

/** A recovery that reports its progress, and is then ready. Ends when the spec signals it. */
const RECOVERS = `#!/bin/sh
for n in 1 2 3 4 5; do echo "LOG:  redo in progress, elapsed time: $n" >&2; done
echo 'LOG:  database system is ready to accept connections' >&2
exec sleep 1000
`;
/** Prints nothing after its first line. */
const HANGS = `#!/bin/sh
echo 'LOG:  starting PostgreSQL' >&2
exec sleep 1000
`;

let home: string;
afterEach(async () => {
  jest.useRealTimers();
  await rm(home, { recursive: true });
});

async function placeOf(script: string) {
  home = await mkdtemp(join(tmpdir(), 'postmaster-'));
  const postgres = join(home, 'postgres');
  await writeFile(postgres, script);
  await Promise.all([home, postgres].map((path) => chmod(path, 0o755)));
  return { home, binaries: { version: '18', initdb: postgres, postgres }, user: serverUser(home), port: 1 };
}

/** Fakes only the timeout of a start: 40 s pass with each line that is read. */
function fortySecondsALine() {
  const doNotFake = [
    'Date',
    'hrtime',
    'nextTick',
    'performance',
    'queueMicrotask',
    'setImmediate',
    'clearImmediate',
  ] as const;
  jest.useFakeTimers({ doNotFake: [...doNotFake, 'setInterval', 'clearInterval'] });
  return () => void jest.advanceTimersByTime(40_000);
}

it('A PostgreSQL that ends as soon as it is ready has not started: nothing would tell of its end later', async () => {
  await expect(launch(await placeOf(ENDS_WHEN_READY), () => undefined)).rejects.toThrow(
    'ended as soon as it was ready',
  );
});

it('A recovery of minutes is waited for while it says how far it is', async () => {
  const place = await placeOf(RECOVERS);
  const server = await launch(place, fortySecondsALine());
  server.kill('SIGKILL');
});

it('A PostgreSQL that says nothing for a minute has not started', async () => {
  const place = await placeOf(HANGS);
  const pass = fortySecondsALine();
  const read: string[] = [];
  const launched = launch(place, (line) => {
    read.push(line);
    setImmediate(() => (pass(), pass()));
  });
  await expect(launched).rejects.toThrow('PostgreSQL did not start: it printed nothing for 60 s');
  expect(read).toEqual(['LOG:  starting PostgreSQL']);
});
