import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** After a write that failed, for example on a full disk. */
const RETRY_DELAY_MS = 1_000;

/**
 * Keeps `run.json` in the data folder up to date while the product runs: which process listens where, for the command line and for tests
 * that end a process. The product does not depend on it, so a failed write has no other effect.
 */
export function keepRunFile(file, { config, env, addresses, engines, apps, atEnd }) {
  let again;
  const write = () => {
    clearTimeout(again);
    const state = {
      origin: config.publicOrigin,
      launcher: { pid: process.pid },
      // The variables with which a command finds what the apps use (`npm run jobs`, `npm run rebuild`, `npm run account`, …).
      engines: variablesOf(env),
      postgres: engines.postgres && { pid: engines.postgres.pid, url: engines.env.DATABASE_URL },
      apps: Object.fromEntries(apps.map(({ name, pid }) => [name, { pid, url: addresses[name] }])),
    };
    try {
      writeFileSync(`${file}.new`, JSON.stringify(state, null, 2), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    } catch {
      again = setTimeout(write, RETRY_DELAY_MS).unref();
    }
  };
  for (const one of [...apps, engines]) one.onStart = write;
  atEnd(async () => {
    clearTimeout(again);
    rmSync(file, { force: true });
  });
}

const ENGINES = [
  'DATABASE_URL',
  'EVENT_STORE_URL',
  'REDIS_URL',
  'REDIS_PREFIX',
  'FILES_URL',
  'IDENTITY_URL',
  'IDENTITY_API_TOKEN',
  'OIDC_ISSUER',
  'ELIGIBILITY_KEY',
  'TLOG_URL',
  'TLOG_KEY',
  'TLOG_FORMER_SIGNERS',
  'TLOG_WITNESSES',
  'DATA_DIR',
  'PUBLIC_ORIGIN',
];

const variablesOf = (env) => Object.fromEntries(ENGINES.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
