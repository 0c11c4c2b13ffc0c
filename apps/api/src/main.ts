import 'reflect-metadata';
import { fileURLToPath } from 'node:url';
import { apiConfig, endOnUncaught, endWithParent, fail, onShutdown, sayListening } from '@throughline/platform';
import { openEngines } from './engines/engines.module.js';
import { openApi } from './open-api.js';

/** The build puts the console beside this app. */
const CONSOLE_FOLDER = fileURLToPath(new URL('../../console', import.meta.url));

try {
  endWithParent();
  const engines = await openEngines(apiConfig());
  endOnUncaught(engines.logger);
  const app = await openApi(engines, { consoleFolder: CONSOLE_FOLDER });
  onShutdown(async () => {
    await app.close();
    await engines[Symbol.asyncDispose]();
  });
  const { host, port } = engines.config;
  await app.listen(port, host);
  sayListening();
  engines.logger.info({ port }, 'listening');
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}
