import type { Server } from 'node:http';
import type { Logger } from '../logger/logger.js';

/**
 * Handles the errors of an HTTP server that have no other listener: a connection that could not be accepted, and one that broke after it
 * asked for an upgrade, when Node removes its own listeners.
 */
export function listenToServer(server: Server, logger: Logger): void {
  server.on('error', (error) => logger.error({ err: error }, 'server'));
  server.prependListener('upgrade', (_request, socket) => socket.on('error', () => undefined));
}
