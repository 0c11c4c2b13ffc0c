import { doesNotExist } from '@throughline/contracts';
import { findUnknownAccounts } from '@throughline/read-models';
import type { ApiDatabase } from '../engines/engines.js';
import { HttpError } from './http-error.js';

/*
 * Values of filters that only the data know. A list under one that does not exist would be empty without a word; the schemas refuse values of which they
 * know all (`choices`).
 */

/** 400 for a parameter or a field with a value under which nothing can be. */
export function valueDoesNotExist(name: string): HttpError {
  const message = doesNotExist(name);
  return new HttpError(400, 'request/invalid', message, { errors: { [name]: message } });
}

/** Somebody who has an account and no rows is a good value, also after the account was deactivated. */
export async function requireAccounts(db: ApiDatabase['db'], name: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length > 0 && (await findUnknownAccounts(db, userIds)).length > 0) throw valueDoesNotExist(name);
}
