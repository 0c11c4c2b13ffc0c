import { existsSync } from 'node:fs';
import sparticuz from '@sparticuz/chromium';

const DEBIANS = '/usr/bin/chromium';

/**
 * What Playwright needs to start a browser: the one that CHROMIUM_PATH names, else the one that npm installed, else Debian's.
 * The npm package's own flags are for functions without a display; they change how pages behave, so none is taken from it.
 */
export async function browserOptions(): Promise<{ readonly executablePath: string; readonly args: string[] }> {
  const named = process.env['CHROMIUM_PATH'];
  const executablePath = named || (await sparticuz.executablePath().catch(() => null)) || DEBIANS;
  if (!existsSync(executablePath)) throw new Error(`There is no browser at ${executablePath}: set CHROMIUM_PATH.`);
  return { executablePath, args: ['--no-sandbox', '--disable-gpu'] };
}
