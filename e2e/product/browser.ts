import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import sparticuz from '@sparticuz/chromium';
import { ROOT } from './product.js';

interface BrowserOptions {
  readonly executablePath: string;
  readonly args: string[];
  readonly env?: Record<string, string>;
}

/**
 * The npm package's own flags are for functions without a display; they change how pages behave, so none is taken from it. The last one gives new
 * objects more room before they are collected, which spared a seventh of the browser's processor time in a trial.
 */
const ARGS = ['--no-sandbox', '--disable-gpu', '--js-flags=--min-semi-space-size=16'];

/**
 * What Playwright needs to start a browser: the one that CHROMIUM_PATH names, else the one that npm carries, else the one that
 * Debian installs.
 */
export async function browserOptions(): Promise<BrowserOptions> {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return { executablePath: named, args: ARGS };
  const carried = await carriedBrowser();
  if (carried) return carried;
  if (runs('chromium')) return { executablePath: whereIs('chromium'), args: ARGS };
  throw new Error('There is no browser: install Debian’s chromium, or name another one by CHROMIUM_PATH.');
}

/** Null where it does not run: the package is built for Linux on x64. */
async function carriedBrowser(): Promise<BrowserOptions | null> {
  const place = await unpacked();
  const executablePath = join(place, 'chromium');
  if (runs(executablePath)) return { executablePath, args: ARGS };
  // A bare system lacks the libraries that the package brings along.
  const env = { ...setVariables(), LD_LIBRARY_PATH: join(place, 'al2023/lib'), FONTCONFIG_PATH: join(place, 'fonts') };
  return runs(executablePath, env) ? { executablePath, args: ARGS, env } : null;
}

/**
 * Unpacked once for each user and release, and moved into its place whole. Left to itself, the package uses one folder for all
 * users, takes what an interrupted run left there for the browser, and brings its libraries only to what it takes for a cloud.
 */
async function unpacked(): Promise<string> {
  const release = await readFile(join(ROOT, 'node_modules/@sparticuz/chromium/package.json'), 'utf8');
  const { version } = JSON.parse(release) as { version: string };
  const place = join(tmpdir(), `throughline-chromium-${version}-${userInfo().uid}`);
  if (existsSync(place)) return place;
  const { TMPDIR, AWS_EXECUTION_ENV } = process.env;
  const folder = await mkdtemp(`${place}-`);
  try {
    Object.assign(process.env, { TMPDIR: folder, AWS_EXECUTION_ENV: 'nodejs20.x' });
    await sparticuz.executablePath();
  } finally {
    restore({ TMPDIR, AWS_EXECUTION_ENV });
  }
  await rename(folder, place).catch(() => rm(folder, { recursive: true })); // another run was quicker
  return place;
}

const runs = (command: string, env: NodeJS.ProcessEnv = process.env) =>
  spawnSync(command, ['--version'], { env }).status === 0;

const whereIs = (command: string) => spawnSync('which', [command], { encoding: 'utf8' }).stdout.trim();

function restore(variables: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

const setVariables = () =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
