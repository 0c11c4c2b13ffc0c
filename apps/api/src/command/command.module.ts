import { Module } from '@nestjs/common';
import { ExecuteCommandHandler } from './execute-command.js';
import { IdempotencyKeys } from './idempotency-keys.js';

/** What every route that executes a command needs. */
@Module({ providers: [ExecuteCommandHandler, IdempotencyKeys], exports: [IdempotencyKeys] })
export class CommandModule {}
