import { Module } from '@nestjs/common';
import { EnginesModule } from './engines/engines.module.js';
import { HealthController } from './health/health.controller.js';
import { PolicyRunner } from './policies/policy-runner.js';
import { Projector } from './projector/projector.js';
import { JobsModule } from './queue/jobs.module.js';

/** Everything that happens after an event. */
@Module({
  imports: [EnginesModule, JobsModule],
  providers: [Projector, PolicyRunner],
  controllers: [HealthController],
})
export class WorkerModule {}
