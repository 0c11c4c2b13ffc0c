import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { installAndBuild } from './launcher/install-and-build.mjs';
import { Refusal, ROOT } from './launcher/project.mjs';

/* `npm run event-store-double [-- --port N]`: what stands in for EventStoreDB in the specs, alone (docs/engines.md). */
const PROGRAM = join(ROOT, 'dist/libs/event-store/src/testing/eventstoredb-double/main.js');
const { signal } = new AbortController();
try {
  await installAndBuild(signal);
  const double = spawn(process.execPath, [PROGRAM, ...process.argv.slice(2)], { stdio: 'inherit' });
  // Ctrl-C reaches both; what is told to this one alone is passed on.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => double.kill(name));
  double.on('exit', (status) => process.exit(status ?? 0));
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error);
  process.exit(1);
}
