import 'reflect-metadata';
import { fileURLToPath } from 'node:url';
import { isStrayRejection } from '@throughline/event-store';
import {
  apiConfig,
  createLogger,
  endOnUncaught,
  endWithParent,
  fail,
  onShutdown,
  openInOutage,
  refuseCapturedMail,
  announceListening,
} from '@throughline/platform';
import { Draining } from './http/limits/draining.js';
import { openEngines } from './engines/engines.module.js';
import { openApi } from './open-api.js';
import { isEngineOutage, outageServer } from './outage-server.js';

/** The build puts the console beside this app. */
const CONSOLE_FOLDER = fileURLToPath(new URL('../../console', import.meta.url));

try {
  endWithParent();
  const config = apiConfig();
  refuseCapturedMail(config);
  const logger = createLogger('api', config);
  endOnUncaught(logger, isStrayRejection);
  const { port, host } = config;
  const engines = await openInOutage(() => openEngines(config, logger), {
    port,
    host,
    logger,
    isOutage: isEngineOutage,
    onListening: announceListening,
    outageServer: () => outageServer({ config, logger, consoleFolder: CONSOLE_FOLDER }),
  });
  const app = await openApi(engines, { consoleFolder: CONSOLE_FOLDER });
  onShutdown(
    async () => {
      if (config.stopNoticeMs > 0) await app.get(Draining).giveNotice(config.stopNoticeMs);
      await app.close();
      await engines[Symbol.asyncDispose]();
    },
    { timeoutMs: 10_000 + config.stopNoticeMs },
  );
  await app.listen(port, host);
  announceListening();
  logger.info({ port }, 'listening');
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
