import {
  createLogger,
  endOnUncaught,
  endWithParent,
  fail,
  identityConfig,
  listenToServer,
  onShutdown,
  openDatabase,
  openMailTransport,
  openSmsGateway,
  sayListening,
} from '@throughline/platform';
import { once } from 'node:events';
import { deleteExpiredRows } from './expired-rows.js';
import { identityApp } from './identity-app.js';
import type { IdentitySchema } from './identity-schema.js';
import { openIdentityProvider } from './open-identity-provider.js';

const SWEEP_INTERVAL_MS = 60 * 60_000;
/** No statement of a request takes longer. */
const ANSWER_MS = 10_000;

async function start(): Promise<void> {
  const config = identityConfig();
  const log = createLogger('identity', config);
  endOnUncaught(log);
  const database = openDatabase<IdentitySchema>(config.identityDatabaseUrl, { answerMs: ANSWER_MS });
  // Captured messages are stored in the portal's database, if it is configured.
  const mailDatabase = openDatabase(config.databaseUrl ?? config.identityDatabaseUrl, { max: 2 });
  const provider = await openIdentityProvider({
    database,
    issuer: config.oidcIssuer,
    audience: config.oidcAudience,
    clientId: config.oidcClientId,
    apiToken: config.identityApiToken,
    log,
    mail: await openMailTransport(config, mailDatabase.pool),
    sms: await openSmsGateway(config, mailDatabase.pool),
    signInMethods: config.signInMethods,
    rememberDeviceDays: config.rememberDeviceDays,
  });
  const sweep = setInterval(() => {
    deleteExpiredRows(provider).catch((error: unknown) => log.error({ err: error }, 'expired rows not deleted'));
    provider.keys.rotateByAge().catch((error: unknown) => log.error({ err: error }, 'signing keys not rotated'));
  }, SWEEP_INTERVAL_MS);

  const server = identityApp(provider, log).listen(config.identityPort, config.host);
  listenToServer(server, log);
  onShutdown(async () => {
    clearInterval(sweep);
    provider.signIns.delayedAnswers.close();
    await new Promise((closed) => server.close(closed));
    await database.close();
    await mailDatabase.close();
  });
  endWithParent();
  await once(server, 'listening');
  sayListening();
  log.info({ port: config.identityPort }, 'identity provider is ready');
}

start().catch(fail);
