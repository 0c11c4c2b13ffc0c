import { doesNotExist } from '@throughline/contracts';
import { findUnknownAccounts } from '@throughline/read-models';
import type { ApiDatabase } from '../engines/engines.js';
import { HttpError } from './http-error.js';

/*
 * Checks filter values that only the database knows. A list with a value that does not exist would be empty without explanation. Values
 * that a schema knows are checked there (`choices`).
 */

/** The 400 for a parameter or a field with a value that no row can have. */
export function valueDoesNotExist(name: string): HttpError {
  const message = doesNotExist(name);
  return new HttpError(400, 'request/invalid', message, { errors: { [name]: message } });
}

/** A person with an account but without rows is a valid value, also after the account was deactivated. */
export async function requireAccounts(db: ApiDatabase['db'], name: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length > 0 && (await findUnknownAccounts(db, userIds)).length > 0) throw valueDoesNotExist(name);
}
