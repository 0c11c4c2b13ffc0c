import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Resolves with what `e2e/figures/<name>.figures.ts` has measured with the running product. Runs Playwright in a separate process, which can start
 * the product and find a browser.
 */
export async function browserFigures<Figures>(name: string, rounds: number): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), `${name}-`));
  try {
    const file = join(folder, 'figures.json');
    const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli');
    const env = { ...process.env, FIGURES_FILE: file, FIGURES_ROUNDS: String(rounds) };
    const run = spawn(process.execPath, [playwright, 'test', '-c', 'e2e/figures.config.ts', `${name}.figures`], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = (await once(run, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`${name} could not be measured in a browser`);
    return JSON.parse(await readFile(file, 'utf8')) as Figures;
  } finally {
    await rm(folder, { recursive: true });
  }
}
