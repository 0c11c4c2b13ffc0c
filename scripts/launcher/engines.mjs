import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openLogStream } from './log-file.mjs';
import { Refusal } from './project.mjs';

/** Milliseconds before a PostgreSQL that ended by itself is started again. */
const RESTART_AFTER = 500;

/**
 * PostgreSQL for whatever has no engine of its own in the configuration: nothing if DATABASE_URL is set.
 * The portal and its identity provider have a database each, as they would have in two places.
 */
export async function startEngines(platform, config, { atEnd, signal }) {
  if (config.databaseUrl) return { postgres: null, env: {} };
  const log = openLogStream(join(config.dataDir, 'logs/postgres.log'));
  const postgres = await platform.startEmbeddedPostgres({
    dataDir: config.dataDir,
    log: (line) => log.write(`${line}\n`),
    onLost: () => void startAgain(postgres, signal),
  });
  atEnd(() => postgres.stop());
  const env = {};
  for (const [variable, name] of Object.entries(missingDatabases(config))) {
    env[variable] = await platform.ensureDatabase(postgres.url, name);
  }
  return { postgres, env };
}

/** The databases that the embedded PostgreSQL is to have, by the variable that would name another. */
export function missingDatabases({ databaseUrl, identityDatabaseUrl }) {
  return {
    ...(databaseUrl === undefined && { DATABASE_URL: 'throughline' }),
    ...(identityDatabaseUrl === undefined && { IDENTITY_DATABASE_URL: 'identity' }),
  };
}

/**
 * Tries what the configuration names itself, before anything is started that would only keep ending.
 * Throws a `Refusal` that names the variable and says what is wrong, without the address, which may hold a password.
 */
export async function refuseUnreachable({ reachPostgres, reachRedis, reachEventStoreDb }, config) {
  const reach = {
    ...{ postgres: reachPostgres, postgresql: reachPostgres },
    ...{ redis: reachRedis, rediss: reachRedis },
    ...{ esdb: reachEventStoreDb, 'esdb+discover': reachEventStoreDb },
  };
  const variables = {
    DATABASE_URL: config.databaseUrl,
    EVENT_STORE_URL: config.eventStoreUrl,
    IDENTITY_DATABASE_URL: config.identityDatabaseUrl,
    REDIS_URL: config.redisUrl,
  };
  /** One that is not set has another's address: that one is to blame. */
  const seen = new Set();
  const tries = Object.entries(variables).filter(([, url]) => url !== undefined && !seen.has(url) && seen.add(url));
  const results = await Promise.allSettled(tries.map(([, url]) => reach[url.split('://')[0]](url)));
  const first = results.findIndex(({ status }) => status === 'rejected');
  if (first >= 0) throw new Refusal(`${tries[first][0]} cannot be used: ${results[first].reason.message}.`);
}

async function startAgain(postgres, signal) {
  while (!signal.aborted) {
    console.log(`PostgreSQL ended; it starts again in ${RESTART_AFTER / 1000} s.`);
    await pause(RESTART_AFTER);
    if (signal.aborted) return;
    try {
      return await postgres.start();
    } catch (error) {
      console.log(error.message);
    }
  }
}
