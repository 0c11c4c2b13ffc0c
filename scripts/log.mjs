import { spawnSync } from 'node:child_process';
import { ROOT } from './launcher/project.mjs';

/* `npm run log -- copy --from URL --to URL`: moves a log between engines; needs no running product. */
const command = ['dist/apps/worker/src/log-copy/log-command.js', ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, command, { cwd: ROOT, stdio: 'inherit' });
process.exit(status ?? 1);
