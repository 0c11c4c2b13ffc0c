/** As rate-limiter-flexible wants it. Unlogged: a crash forgives everybody, and counting costs no flush to disk. */
export const RATE_LIMIT_TABLES = [
  `create unlogged table rate_limit (key varchar(255) primary key, points integer not null default 0, expire bigint)`,
];
