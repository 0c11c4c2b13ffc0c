import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { dataFolder, ROOT } from '../product/product.js';

interface EligibleMember {
  readonly programme: string;
  readonly medicaidId: string;
  /** The date of birth, as a person types it: MM/DD/YYYY. */
  readonly typed: string;
}

/** Lets members who are not known yet redeem the benefit of a programme. */
export async function importEligible(members: readonly EligibleMember[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'members-'));
  const file = join(folder, 'members.csv');
  const rows = members.map(({ medicaidId, programme, typed }) => `${medicaidId},${typed},${programme}`);
  await writeFile(file, `${['medicaid_id,date_of_birth,programme', ...rows].join('\n')}\n`);
  const imported = spawnSync(process.execPath, ['scripts/throughline.mjs', 'import-eligible', file], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataFolder() },
    encoding: 'utf8',
  });
  await rm(folder, { recursive: true });
  expect(imported.stdout).toContain(`${rows.length} rows: ${rows.length} new, 0 known, 0 bad.`);
}
