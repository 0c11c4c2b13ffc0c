import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const project = projectAbove(import.meta.dirname);

/** The release that runs, as the project's package.json names it: `2.3.1`. */
export const RELEASE = project.version;

/** Where the project lies, absolute: what it ships beside its code is found from here, wherever it is started. */
export const PROJECT_FOLDER = project.folder;

/** Looked for upwards, because what is built lies deeper than its source. The project is the one that has workspaces. */
function projectAbove(folder: string): { readonly folder: string; readonly version: string } {
  const file = join(folder, 'package.json');
  const found = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PackageFile) : undefined;
  if (found?.workspaces && found.version !== undefined) return { folder, version: found.version };
  if (folder === dirname(folder)) throw new Error('No package.json above this code names a release.');
  return projectAbove(dirname(folder));
}

interface PackageFile {
  readonly version?: string;
  readonly workspaces?: readonly string[];
}
