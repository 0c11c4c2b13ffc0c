import { spawn } from 'node:child_process';
import { closeSync, existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openLog } from './log-file.mjs';
import { StartError, ROOT } from './project.mjs';

const ENTRY = join(ROOT, 'dist/apps/worker/src/demo/main.js');

/** The people who can sign in after the demo seed. */
export const SIGN_INS = [
  ['referrer@saguaro-plan.example', 'orders for members of one plan'],
  ['referrer2@commonwealth-plan.example', 'orders for another plan'],
  ['site-admin@saguaro-plan.example', 'manages the people of the first plan, more than a hundred'],
  ['staff@throughline.example', 'works the task queues'],
  ['staff2@throughline.example', 'works the task queues beside the first'],
  ['admin@throughline.example', 'also creates accounts'],
  ['ops@throughline.example', 'audits what happened'],
  ['phone@saguaro-plan.example', 'needs a code, which the mailbox shows'],
  ['new-phone@saguaro-plan.example', 'must enrol a phone'],
  ['expired@saguaro-plan.example', 'must change the password'],
];

/** Fills a new data folder with the demo, once, through the running product; its progress lines are shown. */
export async function seedOnce({ dataDir, env, signal }) {
  const mark = join(dataDir, 'demo-seeded');
  if (existsSync(mark)) return;
  const logFile = join(dataDir, 'logs/demo.log');
  const log = openLog(logFile);
  const child = spawn(process.execPath, ['--enable-source-maps', ENTRY], {
    cwd: ROOT,
    env,
    signal,
    detached: true,
    stdio: ['ignore', 'pipe', log, 'ipc'],
  });
  closeSync(log);
  const code = await new Promise((resolve) => {
    child.on('error', () => resolve(null)).once('close', resolve);
    const lines = createInterface({ input: child.stdout }).on('error', () => undefined); // `close` follows
    lines.on('line', (line) => console.log(`  ${line}`));
  });
  signal.throwIfAborted();
  if (code !== 0) throw new StartError(`Throughline could not start: the demo data were not written; see ${logFile}.`);
  await writeFile(mark, new Date().toISOString());
}

export function showSignIns(password) {
  const width = Math.max(...SIGN_INS.map(([login]) => login.length));
  console.log(`\nSign in with the password ${password} as`);
  for (const [login, what] of SIGN_INS) console.log(`  ${login.padEnd(width)}  ${what}`);
}
