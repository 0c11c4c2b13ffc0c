import { readFileSync } from 'node:fs';
import { ConfigError, SECRETS } from './variables.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment with each secret read from the file that `NAME_FILE` names, which is how containers are given secrets. The `NAME_FILE`
 * variables are removed. White space around a secret is dropped, and so the line break at the end of its file.
 * @throws ConfigError of one line for a secret that is set twice, and for a file that cannot be read or does not have one line
 */
export function withSecretFiles(env: Environment): Record<string, string | undefined> {
  const read: Record<string, string | undefined> = { ...env };
  for (const name of SECRETS) {
    const variable = `${name}_FILE`;
    const path = env[variable]?.trim();
    delete read[variable];
    if (!path) continue;
    if (env[name]?.trim()) throw new ConfigError(`${name} and ${variable} are both set: set one of them.`);
    read[name] = readSecretFile(variable, path);
  }
  return read;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  ENOTDIR: 'is not there',
  EISDIR: 'is a folder',
  EACCES: 'may not be read by this user',
};

/**
 * The secret in a file of one line, without the white space around it.
 * @param name the variable or option that names the file
 * @throws ConfigError of one line for a file that cannot be read or does not have one line
 */
export function readSecretFile(name: string, path: string): string {
  const refuse = (reason: string, cause?: unknown) => new ConfigError(`${name} ${path}: ${reason}.`, { cause });
  let secret: string;
  try {
    secret = readFileSync(path, 'utf8').trim();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw refuse(REASONS[code] ?? message, error);
  }
  if (secret === '') throw refuse('is empty');
  if (/[\r\n]/.test(secret)) throw refuse('has more than one line');
  return secret;
}
