import type { EventStore } from './event-store.js';
import { openPostgresEventStore, type PostgresEventStoreOptions } from './postgres/postgres-event-store.js';

/**
 * The engine is chosen by the URL alone; nothing else in the product knows which one it is.
 * Resolves once the engine has answered and its tables are there. Throws `StoreUnavailable`, or a `TypeError` for a URL that
 * names no engine of this build.
 */
export async function openEventStore(url: string, options: PostgresEventStoreOptions = {}): Promise<EventStore> {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1]?.toLowerCase();
  if (scheme === 'postgres' || scheme === 'postgresql') return openPostgresEventStore(url, options);
  throw new TypeError(
    `EVENT_STORE_URL ${scheme ? `asks for "${scheme}://", but` : 'is not a URL:'} this build carries the PostgreSQL engine only (postgres://)`,
  );
}
