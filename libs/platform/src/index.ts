export {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './embedded/embedded-postgres.js';
export { apiConfig, ConfigError, identityConfig, loadConfig, workerConfig } from './config/config.js';
export type { ApiConfig, Config, IdentityConfig, WorkerConfig } from './config/config.js';
export { readConfigFile } from './config/config-file.js';
export { CONFIG_VARIABLES } from './config/variables.js';
export { RELEASE } from './config/release.js';
export { createLogger, type Logger } from './logger/logger.js';
export { ensureDatabase, openDatabase, type Database } from './database/database.js';
export { withAdvisoryLock } from './database/advisory-lock.js';
export { migrate } from './database/migrate.js';
export { FileNotStored, type FileStore, type StoredFile } from './files/file-store.js';
export { openFileStore } from './files/open-file-store.js';
export { type CapturedMail, Mailbox } from './mail/mailbox.js';
export { type Mail, MailNotSent, type MailTransport } from './mail/mail-transport.js';
export { openMailTransport } from './mail/open-mail-transport.js';
export { keyedHash } from './secret/keyed-hash.js';
export { endWithParent, fail, onShutdown, sayListening } from './process/process.js';
export { reachPostgres } from './reach/reach-postgres.js';
export { reachRedis } from './reach/reach-redis.js';
export { reach, Unreachable } from './reach/unreachable.js';
