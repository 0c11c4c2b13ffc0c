import {
  CertificateWatch,
  createLogger,
  endOnUncaught,
  endWithParent,
  fail,
  identityConfig,
  listenToServer,
  onShutdown,
  openDatabase,
  openInOutage,
  openMailTransport,
  openSmsGateway,
  refuseCapturedMail,
  announceListening,
} from '@throughline/platform';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { deleteExpiredRows } from './expired-rows.js';
import { identityApp, outageApp } from './identity-app.js';
import { startMailOutbox } from './mail/mail-outbox.js';
import { openIdentityProvider } from './open-identity-provider.js';

const SWEEP_INTERVAL_MS = 60 * 60_000;

async function start(): Promise<void> {
  endWithParent();
  const config = identityConfig();
  refuseCapturedMail(config);
  const { identityPort: port, host } = config;
  const log = createLogger('identity', config);
  endOnUncaught(log);
  // Captured messages are stored in the portal's database, if it is configured.
  const mailDatabase = openDatabase(config.databaseUrl ?? config.identityDatabaseUrl, { max: 2 });
  const open = async () =>
    openIdentityProvider({
      databaseUrl: config.identityDatabaseUrl,
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
  const provider = await openInOutage(open, {
    port,
    host,
    logger: log,
    onListening: announceListening,
    outageServer: () => createServer(outageApp(log)),
  });
  const sweep = setInterval(() => {
    deleteExpiredRows(provider).catch((error: unknown) => log.error({ err: error }, 'expired rows not deleted'));
    provider.keys.rotateByAge().catch((error: unknown) => log.error({ err: error }, 'signing keys not rotated'));
  }, SWEEP_INTERVAL_MS);
  const outbox = startMailOutbox(provider);
  const certificates = new CertificateWatch({ identityDatabaseUrl: config.identityDatabaseUrl }, { log });

  const server = identityApp(provider, log).listen(port, host);
  listenToServer(server, log);
  onShutdown(async () => {
    clearInterval(sweep);
    certificates.close();
    provider.signIns.delayedAnswers.close();
    await new Promise((closed) => server.close(closed));
    await outbox.stop();
    await provider[Symbol.asyncDispose]();
    await mailDatabase.close();
  });
  await once(server, 'listening');
  announceListening();
  log.info({ port }, 'identity provider is ready');
}

start().catch(fail);
