import { once } from 'node:events';
import { checkpointKeys, NoteSigner, openTreeFolder, Witness } from '@throughline/event-store';
import {
  announceListening,
  createLogger,
  endOnUncaught,
  endWithParent,
  fail,
  listenToServer,
  onShutdown,
  witnessConfig,
} from '@throughline/platform';
import { witnessServer } from './witness-server.js';

/** A witness of the log and of the access log: a process of its own, at best on a host of somebody else (docs/proof.md). */
async function start(): Promise<void> {
  endWithParent();
  const config = witnessConfig();
  const logger = createLogger('witness', config);
  endOnUncaught(logger);
  const signer = new NoteSigner(config.witnessName, Buffer.from(config.witnessKey, 'hex'));
  const witness = new Witness({
    signer,
    // One key of a portal signs for both of its logs.
    keys: [...checkpointKeys(config.witnessLogs, 'log'), ...checkpointKeys(config.witnessLogs, 'access-log')],
    folder: openTreeFolder(config.witnessUrl),
    now: () => new Date(),
  });
  const server = witnessServer({ witness, vkey: signer.cosignerVkey, logger }).listen(config.port, config.host);
  listenToServer(server, logger);
  onShutdown(() => new Promise<void>((closed) => server.close(() => closed())));
  await once(server, 'listening');
  announceListening();
  logger.info({ port: config.port, key: signer.cosignerVkey }, 'witness started');
}

start().catch(fail);
