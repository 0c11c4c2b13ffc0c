export {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './embedded/embedded-postgres.js';
export {
  apiConfig,
  commandConfig,
  witnessConfig,
  ConfigError,
  identityConfig,
  loadConfig,
  readConfigFile,
  SIGN_IN_CALLBACK,
  workerConfig,
} from './config/config.js';
export type { ApiConfig, CommandConfig, Config, WorkerConfig } from './config/config.js';
export { CONFIG_VARIABLES, SECRETS } from './config/variables.js';
export { readSecretFile, withSecretFiles } from './config/secret-files.js';
export { RELEASE } from './config/release.js';
export * from './identity/identity-admin.js';
export { CertificateWatch } from './certificates/certificate-watch.js';
export { fetchWithin } from './http/fetch-within.js';
export { listenToServer } from './http/listen-to-server.js';
export { openInOutage } from './http/open-in-outage.js';
export { bareAddress, networkOf, placeOf } from './http/network-place.js';
export { createLogger, type Logger, nestLogger } from './logger/logger.js';
export { LogDestination } from './logger/log-destination.js';
export { ensureDatabase, openDatabase, type Database } from './database/database.js';
export { ReadCanceled, readCancelably } from './database/cancelable-read.js';
export { withAdvisoryLock } from './database/advisory-lock.js';
export { oneAtATime } from './database/one-at-a-time.js';
export { migrate } from './database/migrate.js';
export { FileNotStored, type FileStore, readAsStored, type StoredFile } from './files/file-store.js';
export { openFileStore } from './files/folder-file-store.js';
export { repeatedNameIn } from './http/repeated-name.js';
export { PERMISSIONS_POLICY } from './http/permissions-policy.js';
export {
  type CapturedMail,
  type Mail,
  Mailbox,
  MailNotSent,
  type MailTransport,
  openMailTransport,
  type Sms,
} from './mail/mail-transport.js';
export { openSmsGateway, type SmsGateway, SmsNotSent } from './sms/sms-gateway.js';
export { BYTE_ORDER_MARK, csvLine, textOfCell } from './csv.js';
export { type CsvFileLine, CsvFileReader, foldedHeading, UnreadableFile } from './csv-file.js';
export { isSameHash, keyedHash, readToken, signToken } from './keyed-hash.js';
export { type StorageOutage, storageOutageOf } from './storage-outage.js';
export { endOnUncaught, endWithParent, fail, onShutdown, announceListening } from './process/process.js';
export { WakeableSleep } from './process/wakeable-sleep.js';
export { reach, reachPostgres, reachRedis, Unreachable } from './reach.js';
export { refuseCapturedMail, refuseNoScanner } from './process/refuse-oversights.js';
