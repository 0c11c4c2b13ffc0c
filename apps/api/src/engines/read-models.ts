import { Inject, Injectable } from '@nestjs/common';
import type { EventStore } from '@throughline/event-store';
import { readCancelably } from '@throughline/platform';
import { waitUntilProjected } from '@throughline/read-models';
import { HttpError } from '../http/http-error.js';
import { type ApiDatabase, DATABASE, EVENT_STORE } from './engines.js';

/** Reads that include the caller's own last write, named by its position (`minPosition`). */
@Injectable()
export class ReadModels {
  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /**
   * Reads once the read models have reached `minPosition`, and after two seconds in any case. A 404 becomes a 503 ("try again") when the
   * position is in the log but not yet in the read models: the write is not lost, only not projected yet.
   */
  async readAt<Found>(minPosition: number, read: (db: ApiDatabase['db']) => Promise<Found>): Promise<Found> {
    const { db } = this.database;
    const isProjected = await waitUntilProjected(db, minPosition);
    try {
      return await read(db);
    } catch (error) {
      const isNotFound = error instanceof HttpError && error.status === 404;
      if (isNotFound && !isProjected && minPosition <= (await this.store.head())) throw notProjectedYet();
      throw error;
    }
  }
}

/** 503 for data that is in the log but not yet in the read models. */
export const notProjectedYet = () =>
  new HttpError(503, 'service/unavailable', 'This is not ready yet. Please try again in a moment.', {
    retryAfterSeconds: 2,
  });

/** Reads a list. A search may take long, and is canceled when its reader has gone on to another; other pages take milliseconds. */
export const readList = <List>(
  { pool, adHoc }: ApiDatabase,
  { search, gone }: { readonly search: string; readonly gone: AbortSignal },
  read: (db: ApiDatabase['adHoc']) => Promise<List>,
): Promise<List> => (search === '' ? read(adHoc) : readCancelably(pool, gone, read));
