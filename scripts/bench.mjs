import { spawnSync } from 'node:child_process';
import { buildStale } from './launcher/build.mjs';
import { installMissing } from './launcher/install.mjs';
import { ROOT } from './launcher/project.mjs';

/* `npm run bench [-- --quick] [-- --full] [-- --only append,rebuild]`: what is measured, and how, stands in bench/README.md. */
const { signal } = new AbortController();
await installMissing(signal);
await buildStale(signal);
const { status } = spawnSync(process.execPath, ['dist/bench/src/main.js', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
});
process.exit(status ?? 1);
