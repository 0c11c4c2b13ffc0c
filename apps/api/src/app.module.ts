import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { AccountModule } from './account/account.module.js';
import { CatalogueModule } from './catalogue/catalogue.module.js';
import { EligibilityImportModule } from './eligibility-import/eligibility-import.module.js';
import { EligibilityModule } from './eligibility/eligibility.module.js';
import type { Engines } from './engine/engines.js';
import { FileModule } from './file/file.module.js';
import { HealthModule } from './health/health.module.js';
import { HistoryModule } from './history/history.module.js';
import { Draining } from './http/draining.js';
import { EnvelopeInterceptor } from './http/envelope.interceptor.js';
import { FailureFilter } from './http/failure.filter.js';
import { IdentifyGuard } from './identity/identify.guard.js';
import { ItemTaskModule } from './item-task/item-task.module.js';
import { LiveModule } from './live/live.module.js';
import { NoteModule } from './note/note.module.js';
import { PlumbingModule } from './plumbing.module.js';
import { LimitWritesGuard } from './rate-limit/limit-writes.guard.js';
import { ReferralModule } from './referral/referral.module.js';

@Module({})
export class AppModule {
  static on(engines: Engines): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CqrsModule.forRoot(),
        PlumbingModule.on(engines),
        ReferralModule,
        ItemTaskModule,
        CatalogueModule,
        EligibilityModule,
        EligibilityImportModule,
        FileModule,
        HistoryModule,
        NoteModule,
        AccountModule,
        HealthModule,
        LiveModule,
      ],
      providers: [
        Draining,
        { provide: APP_FILTER, useClass: FailureFilter },
        // In this order: who is it, then how often.
        { provide: APP_GUARD, useClass: IdentifyGuard },
        { provide: APP_GUARD, useClass: LimitWritesGuard },
        { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
      ],
    };
  }
}
