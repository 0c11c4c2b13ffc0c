import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { launch } from './postmaster.js';
import { serverUser } from './server-user.js';

/** Its last line is read only when its end has been noticed. */
const ENDS_WHEN_READY = `#!/bin/sh
(while kill -0 $$ 2>/dev/null; do :; done; echo 'LOG:  database system is ready to accept connections' >&2) &
`;

it('A PostgreSQL that ends as soon as it is ready has not started: nothing would tell of its end later', async () => {
  const home = await mkdtemp(join(tmpdir(), 'postmaster-'));
  const postgres = join(home, 'postgres');
  await writeFile(postgres, ENDS_WHEN_READY);
  await Promise.all([home, postgres].map((path) => chmod(path, 0o755)));
  const place = { home, binaries: { version: '18', initdb: postgres, postgres }, user: serverUser(home), port: 1 };
  await expect(launch(place, () => undefined)).rejects.toThrow('ended as soon as it was ready');
  await rm(home, { recursive: true });
});
