import { Module } from '@nestjs/common';
import { AccessLogModule } from '../access-log/access-log.module.js';
import { CommandModule } from '../command/command.module.js';
import { FailureController } from './failure.controller.js';

@Module({ imports: [AccessLogModule, CommandModule], controllers: [FailureController] })
export class FailureModule {}
