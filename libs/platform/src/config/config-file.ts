import { readFile } from 'node:fs/promises';
import { ConfigError } from './config.js';
import type { VariableName } from './variables.js';

/**
 * What the file holds that a variable names, as `parse` understands its text.
 * @throws ConfigError of one line that names variable and file, when it cannot be read or `parse` throws
 */
export async function readConfigFile<T>(
  variable: VariableName,
  path: string,
  parse: (text: string) => T | Promise<T>,
): Promise<T> {
  try {
    return await parse(await readFile(path, 'utf8'));
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'is not there.' : (error as Error).message;
    throw new ConfigError(`${variable} ${path}: ${reason}`, { cause: error });
  }
}
