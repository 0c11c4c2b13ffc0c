import { spawnSync } from 'node:child_process';
import { installAndBuild } from './launcher/install-and-build.mjs';
import { ROOT } from './launcher/project.mjs';

/* `npm run bench [-- --quick] [-- --full] [-- --only append,rebuild]`: what is measured, and how, stands in bench/README.md. */
const { signal } = new AbortController();
await installAndBuild(signal);
const { status } = spawnSync(process.execPath, ['dist/bench/src/main.js', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
});
process.exit(status ?? 1);
