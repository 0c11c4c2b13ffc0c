import { rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { takeDataFolder } from './data-folder.mjs';
import { seedOnce } from './demo.mjs';
import { untilHealthy } from './health.mjs';
import { freePorts, refuseTakenPort } from './ports.mjs';
import { ROOT } from './project.mjs';
import { secretsOf } from './secrets.mjs';
import { SupervisedApp } from './supervised-app.mjs';

/** What was built is imported by its path: there is nothing to import before it is. */
const platform = () => import(pathToFileURL(join(ROOT, 'dist/libs/platform/src/index.js')).href);

/**
 * Starts PostgreSQL and the apps, and resolves with the configuration when all of them are ready (and the demo is in).
 * Everything it starts is handed to `atEnd` at once, to be ended newest first. Engines named in the environment
 * (DATABASE_URL, OIDC_ISSUER) are used as they are; nothing is started in their place.
 */
export async function launchProduct({ atEnd, signal, verbose }) {
  const { loadConfig, startEmbeddedPostgres } = await platform();
  const config = loadConfig();
  const dataDir = resolve(ROOT, config.dataDir);
  const folder = await takeDataFolder(dataDir);
  atEnd(() => folder.release());
  await refuseTakenPort(config.host, config.port);

  const embedded = !process.env.DATABASE_URL;
  const postgres = embedded ? await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') }) : null;
  if (postgres) atEnd(() => postgres.stop());
  signal.throwIfAborted();
  const databases = postgres ? await databasesOf(postgres.url) : {};
  const [identityPort, workerPort] = await freePorts(2);
  const env = await environment({ config, dataDir, databases, identityPort, workerPort });

  const apps = {};
  const runFile = join(dataDir, 'run.json');
  const writeRunFile = serially(() => writeState(runFile, { postgres, apps, identityPort, workerPort, config }));
  atEnd(() => rm(runFile, { force: true }));
  const start = (name) => {
    apps[name] = new SupervisedApp({
      name,
      entry: join(ROOT, `dist/apps/${name}/src/main.js`),
      env,
      logFile: verbose ? null : join(dataDir, `logs/${name}.log`),
      onStart: writeRunFile,
    });
    apps[name].start();
  };
  atEnd(() => Promise.all(Object.values(apps).map((app) => app.stop())));
  const ownIdentity = !process.env.OIDC_ISSUER;
  if (ownIdentity) start('identity');
  start('api');
  start('worker');
  await Promise.all([
    ownIdentity && untilHealthy(apps.identity, `http://127.0.0.1:${identityPort}/health/ready`, signal),
    untilHealthy(apps.worker, `http://127.0.0.1:${workerPort}/health/ready`, signal),
    untilHealthy(apps.api, `http://${config.host}:${config.port}/api/health/ready`, signal),
  ]);
  if (config.seed === 'demo') await seedOnce({ dataDir, env, signal });
  return config;
}

/** The portal and its identity provider have a database each, as they would have in two places. */
async function databasesOf(url) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const name of ['throughline', 'identity']) {
      const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
      if (!rowCount) await client.query(`CREATE DATABASE ${name}`);
    }
  } finally {
    await client.end();
  }
  const named = (name) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  return { DATABASE_URL: named('throughline'), IDENTITY_DATABASE_URL: named('identity') };
}

/** What the apps are told; a variable that the person set stands. */
async function environment({ config, dataDir, databases, identityPort, workerPort }) {
  const { secretKey, identityApiToken } = await secretsOf(dataDir);
  return {
    NODE_ENV: 'production',
    SECRET_KEY: secretKey,
    IDENTITY_API_TOKEN: identityApiToken,
    IDENTITY_URL: `http://127.0.0.1:${identityPort}`,
    ...databases,
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(config.port),
    PUBLIC_ORIGIN: config.publicOrigin,
    IDENTITY_PORT: String(identityPort),
    WORKER_PORT: String(workerPort),
  };
}

/** `run.json`: what runs where, for a person with a shell and for tests that end a process on purpose. */
async function writeState(file, { postgres, apps, identityPort, workerPort, config }) {
  const ports = { identity: identityPort, worker: workerPort, api: config.port };
  const state = {
    launcher: process.pid,
    origin: config.publicOrigin,
    postgres: postgres && { pid: postgres.pid, port: postgres.port },
    apps: Object.fromEntries(Object.entries(apps).map(([name, app]) => [name, { pid: app.pid, port: ports[name] }])),
  };
  await writeFile(`${file}.new`, JSON.stringify(state, null, 2));
  await rename(`${file}.new`, file);
}

/** Calls that would overlap run one after the other. */
function serially(work) {
  let last = Promise.resolve();
  return () => (last = last.then(work));
}
