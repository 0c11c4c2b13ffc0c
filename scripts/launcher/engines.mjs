import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openLineLog } from './log-file.mjs';
import { StartError } from './project.mjs';

/** Milliseconds before a PostgreSQL that ended unexpectedly is restarted: the first delay, and the maximum if it keeps failing to start. */
const RESTART_AFTER = { first: 500, most: 2_000 };

/**
 * Starts PostgreSQL for everything without an engine in the configuration: nothing if DATABASE_URL is set. The portal and its identity
 * provider have separate databases, as in separate installations.
 */
export async function startEngines(platform, config, { atEnd, signal }) {
  if (config.databaseUrl) return { postgres: null, env: {}, onStart() {} };
  const engines = {
    postgres: null,
    env: {},
    /** Called for every new process. */
    onStart() {},
  };
  const postgres = await platform.startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: openLineLog(platform, join(config.dataDir, 'logs/postgres.log')),
    onLost: () => void startAgain(engines, signal),
  });
  atEnd(() => postgres.stop());
  engines.postgres = postgres;
  for (const [variable, name] of Object.entries(missingDatabases(config))) {
    engines.env[variable] = await platform.ensureDatabase(postgres.url, name);
  }
  return engines;
}

/** The databases that the embedded PostgreSQL must have, by the variable that could name another one. */
export function missingDatabases({ databaseUrl, identityDatabaseUrl }) {
  return {
    ...(databaseUrl === undefined && { DATABASE_URL: 'throughline' }),
    ...(identityDatabaseUrl === undefined && { IDENTITY_DATABASE_URL: 'identity' }),
  };
}

/**
 * Tests the engines that the configuration names, before anything is started that would only fail.
 * Throws a `StartError` that names the variable and the reason, without the address, which may contain a password; of several hosts, the reason of each.
 */
export async function refuseUnreachable({ reachPostgres, reachRedis, reachEventStoreDb }, config) {
  const reach = {
    postgres: reachPostgres,
    postgresql: reachPostgres,
    redis: reachRedis,
    rediss: reachRedis,
    esdb: reachEventStoreDb,
    'esdb+discover': reachEventStoreDb,
  };
  const variables = {
    DATABASE_URL: config.databaseUrl,
    EVENT_STORE_URL: config.eventStoreUrl,
    IDENTITY_DATABASE_URL: config.identityDatabaseUrl,
    REDIS_URL: config.redisUrl,
  };
  /** A variable without a value uses the address of another one, which the message names. */
  const seen = new Set();
  const attempts = Object.entries(variables).filter(([, url]) => url !== undefined && !seen.has(url) && seen.add(url));
  const results = await Promise.allSettled(attempts.map(([, url]) => reach[url.split('://')[0]](url)));
  const first = results.findIndex(({ status }) => status === 'rejected');
  if (first >= 0) throw new StartError(`${attempts[first][0]} cannot be used: ${results[first].reason.message}.`);
}

/** Retries until it runs, or the product ends. Prints a failure when it differs from the previous one. */
export async function startAgain(engines, signal, { first, most } = RESTART_AFTER) {
  console.log('PostgreSQL ended; it starts again.');
  for (let [wait, printed] = [first, '']; !signal.aborted; wait = Math.min(wait * 2, most)) {
    await pause(wait);
    if (signal.aborted) return;
    try {
      await engines.postgres.start();
      console.log('PostgreSQL runs again.');
      return engines.onStart();
    } catch ({ message }) {
      if (message !== printed) console.log((printed = message));
    }
  }
}
