import 'reflect-metadata';
import { fileURLToPath } from 'node:url';
import { apiConfig, endWithParent, fail, onShutdown, sayListening } from '@throughline/platform';
import { openEngines } from './engine/open-engines.js';
import { openApi } from './open-api.js';

/** Beside this app, as the build lays them out. */
const CONSOLE_FOLDER = fileURLToPath(new URL('../../console', import.meta.url));

try {
  endWithParent();
  const engines = await openEngines(apiConfig());
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
