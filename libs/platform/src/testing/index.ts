export { startTemporaryPostgres, type TemporaryPostgres } from './temporary-postgres.js';
export { testDatabase } from './test-database.js';
