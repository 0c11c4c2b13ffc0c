import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Manifest, MANIFEST_PATH } from '../evidence-format.js';
import type { Problems } from './sentences.js';

/** Hex SHA-256 of a file. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** That the folder has the files of the manifest with their bytes, and no others. Resolves with the paths of those that were changed. */
export async function checkNames(folder: string, manifest: Manifest, problems: Problems): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const changed = new Set<string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (entry.isDirectory() || path === MANIFEST_PATH) continue;
    const sha256 = manifest.hashes.get(path);
    if (sha256 === undefined || !entry.isFile()) {
      problems.add(`${path} was added: the manifest has no such file.`);
      continue;
    }
    found.add(path);
    if ((await hashOfFile(join(folder, path))) === sha256) continue;
    changed.add(path);
    problems.add(`${path} was changed: its bytes do not have the hash that the manifest has.`);
  }
  for (const path of manifest.hashes.keys())
    if (!found.has(path)) problems.add(`${path} is missing: the manifest has it.`);
  return changed;
}
