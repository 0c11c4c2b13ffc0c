import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepareFilesFolder, secretsOf, takeDataFolder } from './data-folder.mjs';
import { seedOnce } from './demo.mjs';
import { refuseUnreachable, startEngines } from './engines.mjs';
import { untilReady } from './health.mjs';
import { openLineLog } from './log-file.mjs';
import { freePorts, refuseBlockedPort, refuseTakenPort } from './ports.mjs';
import { StartError, ROOT } from './project.mjs';
import { keepRunFile } from './run-file.mjs';
import { SupervisedApp } from './supervised-app.mjs';
import { placesOf } from './variables.mjs';

/** The demo has neither a mail server nor a virus scanner, and declares that this is intended. */
const DEMO_LACKS = { ALLOW_CAPTURED_MAIL: 'yes', ALLOW_NO_SCANNER: 'yes' };

/**
 * Locks the data folder and tests the port, before anything is installed or built for a start that cannot succeed. Throws a `StartError`,
 * also for a malformed variable.
 */
export async function takePlaces({ atEnd }) {
  const { port, host, dataDir, filesUrl } = placesOf();
  refuseBlockedPort(port);
  const folder = await takeDataFolder(dataDir);
  atEnd(() => folder.release());
  const files = await prepareFilesFolder(filesUrl);
  atEnd(() => files.release());
  await refuseTakenPort(host, port);
}

/**
 * Starts the engines and the apps, and resolves with the configuration when all of them are ready and the demo is loaded. Call `takePlaces`
 * first. Everything that it starts is passed to `atEnd` at once, to be ended newest first. Throws a `StartError`.
 */
export async function launchProduct({ atEnd, signal, verbose }) {
  const [platform, eventStore, { parseCatalogue }] = await Promise.all(
    ['platform', 'event-store', 'contracts'].map(builtLibrary),
  );
  const config = await orRefuse(() => platform.loadConfig());
  const { dataDir } = config;
  await refuseTakenPort(config.host, config.port); // tested again, because installing and building may have taken minutes
  const isDemo = config.seed === 'demo';
  if (!isDemo) {
    await orRefuse(() => {
      platform.refuseCapturedMail(config);
      platform.refuseNoScanner(config);
    });
  }
  await orRefuse(() => platform.readConfigFile('CATALOGUE_FILE', config.catalogueFile, parseCatalogue));
  await refuseUnreachable({ ...platform, ...eventStore }, config);
  const engines = await orRefuse(() => startEngines(platform, config, { atEnd, signal }));
  signal.throwIfAborted();

  const [identityPort, workerPort] = await freePorts(2);
  // A configured tenant (OIDC_ISSUER) replaces the embedded identity provider.
  const ownIdentity = config.oidcIssuer === `${config.publicOrigin}/oauth2/default`;
  const addresses = {
    ...(ownIdentity && { identity: `http://127.0.0.1:${identityPort}` }),
    api: `http://${isIPv6(config.host) ? `[${config.host}]` : config.host}:${config.port}`,
    worker: `http://127.0.0.1:${workerPort}`,
  };
  const secrets = await secretsOf(dataDir);
  const secretKey = config.secretKey ?? secrets.secretKey;
  const env = {
    ...platform.withSecretFiles(process.env),
    ...(isDemo && DEMO_LACKS),
    NODE_ENV: config.nodeEnv,
    PORT: String(config.port),
    PUBLIC_ORIGIN: config.publicOrigin,
    DATA_DIR: dataDir,
    CATALOGUE_FILE: config.catalogueFile,
    ...engines.env,
    ...(ownIdentity && { IDENTITY_URL: addresses.identity, IDENTITY_PORT: String(identityPort) }),
    WORKER_PORT: String(workerPort),
    SECRET_KEY: secretKey,
    ELIGIBILITY_KEY: config.eligibilityKey ?? secretKey,
    IDENTITY_API_TOKEN: config.identityApiToken ?? secrets.identityApiToken,
    TLOG_KEY: config.tlogKey ?? secrets.tlogKey,
  };

  // HOST is the address for people; ports that only this machine uses stay on the loopback address.
  const inner = { ...env, HOST: '127.0.0.1' };
  const apps = Object.keys(addresses).map((name) => {
    const logFile = verbose ? null : join(dataDir, `logs/${name}.log`);
    return new SupervisedApp({
      name,
      env: name === 'api' ? env : inner,
      log: logFile && openLineLog(platform, logFile),
      logFile,
      healthUrl: healthOf(name, addresses[name]),
    });
  });
  keepRunFile(join(dataDir, 'run.json'), { config, env, addresses, engines, apps, atEnd });
  atEnd(() => Promise.all(apps.map((app) => app.stop())));
  for (const app of apps) app.start();
  await untilReady(apps, signal);
  if (config.seed === 'demo') await seedOnce({ dataDir, env, signal });
  return config;
}

const builtLibrary = (name) => import(pathToFileURL(join(ROOT, `dist/libs/${name}/src/index.js`)).href);

const healthOf = (name, address) => `${address}${name === 'api' ? '/api' : ''}/health/ready`;

/** The platform library reports what is wrong in one line. */
async function orRefuse(work) {
  try {
    return await work();
  } catch (error) {
    throw new StartError(error.message, { cause: error });
  }
}
