import { Inject, Injectable } from '@nestjs/common';
import { readCancelably } from '@throughline/platform';
import { waitUntilProjected } from '@throughline/read-models';
import { HttpError } from '../http/http-error.js';
import { type ApiDatabase, DATABASE } from './engines.js';

/** Reads that include the caller's own last write, named by its position (`minPosition`). */
@Injectable()
export class ReadModels {
  constructor(@Inject(DATABASE) private readonly database: ApiDatabase) {}

  /** Reads once the read models have reached `minPosition`. Throws like `reach`. */
  async readAt<Found>(minPosition: number, read: (db: ApiDatabase['db']) => Promise<Found>): Promise<Found> {
    await this.reach(minPosition);
    return read(this.database.db);
  }

  /**
   * Waits until the read models have reached `minPosition`, for at most two seconds. Then throws 503 ("try again"): older rows would lack
   * the change that the caller has just made.
   */
  async reach(minPosition: number): Promise<void> {
    if (!(await waitUntilProjected(this.database.db, minPosition))) throw notProjectedYet();
  }
}

/** 503 for data that is in the log but not yet in the read models: nothing has failed, and asking again is all there is to do. */
export const notProjectedYet = () =>
  new HttpError(503, 'service/behind', 'This was saved and is on its way here. Please try again in a moment.', {
    retryAfterSeconds: 2,
  });

/** Reads a list. A search may take long, and is canceled if its reader has moved on to another one; other pages take milliseconds. */
export const readList = <List>(
  { pool, adHoc }: ApiDatabase,
  { search, gone }: { readonly search: string; readonly gone: AbortSignal },
  read: (db: ApiDatabase['adHoc']) => Promise<List>,
): Promise<List> => (search === '' ? read(adHoc) : readCancelably(pool, gone, read));
