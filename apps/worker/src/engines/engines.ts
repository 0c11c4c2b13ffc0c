import type { Database } from '@throughline/platform';
import type { ReadModelSchema } from '@throughline/read-models';
import type { FollowerSchema } from '../log-follower/follower-checkpoint.js';

/** Tokens for what the worker runs on; each is opened once, in `engines.module.ts`, and closed after all that uses it. */
export const CONFIG = Symbol('config');
export const LOGGER = Symbol('logger');
export const DATABASE = Symbol('database');
export const EVENT_STORE = Symbol('event store');
export const FILES = Symbol('files');
export const MAIL = Symbol('mail');

export type WorkerDatabase = Database<ReadModelSchema & FollowerSchema>;
