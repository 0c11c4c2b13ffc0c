import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The random secrets of this data folder, made at the first start; only the user who started it can read them. */
export async function secretsOf(dataDir) {
  const file = join(dataDir, 'secrets.json');
  const kept = await readFile(file, 'utf8').then(JSON.parse, () => null);
  if (kept) return kept;
  const secrets = { secretKey: random(), identityApiToken: random() };
  await writeFile(`${file}.new`, JSON.stringify(secrets), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return secrets;
}

const random = () => randomBytes(32).toString('base64url');
