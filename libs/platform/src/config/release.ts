import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The release that runs, as the project's package.json names it: `2.3.1`. */
export const RELEASE = releaseAbove(import.meta.dirname);

/** Looked for upwards, because what is built lies deeper than its source. The project is the one that has workspaces. */
function releaseAbove(folder: string): string {
  const file = join(folder, 'package.json');
  const found = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PackageFile) : undefined;
  if (found?.workspaces && found.version !== undefined) return found.version;
  if (folder === dirname(folder)) throw new Error('No package.json above this code names a release.');
  return releaseAbove(dirname(folder));
}

interface PackageFile {
  readonly version?: string;
  readonly workspaces?: readonly string[];
}
