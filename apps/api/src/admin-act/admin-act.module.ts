import { Module } from '@nestjs/common';
import { AccessLogModule } from '../access-log/access-log.module.js';
import { AdminActController } from './admin-act.controller.js';

@Module({ imports: [AccessLogModule], controllers: [AdminActController] })
export class AdminActModule {}
