import { spawnSync } from 'node:child_process';
import { installAndBuild } from './launcher/install-and-build.mjs';
import { ROOT } from './launcher/project.mjs';

/* `npm run torture -- --seeds N [--from K] [--seconds S] [--log EventStoreDB]`: what is done to the product, and what is proven then, stands in docs/faults.md. */
const { signal } = new AbortController();
await installAndBuild(signal);
const { status } = spawnSync(process.execPath, ['dist/torture/src/main.js', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
});
process.exit(status ?? 1);
