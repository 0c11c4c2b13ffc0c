import type { EventStore } from './event-store.js';
import { openEventStoreDb } from './eventstoredb/eventstoredb-event-store.js';
import { openPostgresEventStore, type PostgresEventStoreOptions } from './postgres/postgres-event-store.js';

/**
 * Opens the engine that the URL names. Nothing else in the product depends on which one it is.
 * Resolves once the engine has answered and its schema exists. Throws `StoreUnavailable`, or a `TypeError` for a URL that
 * names no engine or is not usable.
 */
export async function openEventStore(url: string, options: PostgresEventStoreOptions = {}): Promise<EventStore> {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1]?.toLowerCase();
  if (scheme === 'postgres' || scheme === 'postgresql') return openPostgresEventStore(url, options);
  if (scheme === 'esdb' || scheme === 'esdb+discover') return openEventStoreDb(url, options);
  throw new TypeError(
    `EVENT_STORE_URL ${scheme ? `asks for "${scheme}://", but` : 'is not a URL:'} the engines are postgres:// and esdb://`,
  );
}
