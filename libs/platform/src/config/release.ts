import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const project = projectAbove(import.meta.dirname);

/** The running release, from the project's package.json: `2.3.1`. */
export const RELEASE = project.version;

/** The absolute path of the project's folder. Files that ship beside the code are found from here. */
export const PROJECT_FOLDER = project.folder;

/** Searches upwards, because built files are in deeper folders than their sources. The project is the package with workspaces. */
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
