import { renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Keeps `run.json` in the data folder true while the product runs: what runs where, for a person with a shell and for tests
 * that end a process on purpose.
 */
export function keepRunFile(file, { config, env, addresses, engines, apps, atEnd }) {
  const write = () => {
    const state = {
      origin: config.publicOrigin,
      launcher: { pid: process.pid },
      // The variables by which a command finds what the apps use (`npm run jobs`, `npm run rebuild`, `npm run account`, …).
      engines: variablesOf(env),
      postgres: engines.postgres && { pid: engines.postgres.pid, url: engines.env.DATABASE_URL },
      apps: Object.fromEntries(apps.map(({ name, pid }) => [name, { pid, url: addresses[name] }])),
    };
    writeFileSync(`${file}.new`, JSON.stringify(state, null, 2), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  };
  for (const app of apps) app.onStart = write;
  atEnd(async () => rmSync(file, { force: true }));
}

const ENGINES = [
  ...['DATABASE_URL', 'EVENT_STORE_URL', 'REDIS_URL', 'REDIS_PREFIX'],
  ...['IDENTITY_URL', 'IDENTITY_API_TOKEN', 'OIDC_ISSUER', 'ELIGIBILITY_KEY'],
];

const variablesOf = (env) => Object.fromEntries(ENGINES.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
