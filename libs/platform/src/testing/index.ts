export { testEventStoreDbUrl, testTenant } from '../config/config.js';
export { until } from './until.js';
export { freePort } from './temporary-redis.js';
export { startSmtpServer, type SmtpServerUnderTest } from './smtp-server.js';
export { startTemporaryPostgres, type TemporaryPostgres } from './temporary-postgres.js';
export { redisIsInstalled, startTemporaryRedis, type TemporaryRedis } from './temporary-redis.js';
export { testDatabase, testDatabaseLike } from './temporary-postgres.js';
export {
  CERTIFICATE_OF_SHORT_AUTHORITY,
  FIRST_CERTIFICATE,
  RENEWED_CERTIFICATE,
  startTlsServer,
  type TlsServerUnderTest,
} from './tls-server.js';
