import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { carrierRoutes } from '@throughline/contracts';
import { carriersDecider } from '@throughline/domain';
import { AccessLogModule } from './access-log/access-log.module.js';
import { AccountModule } from './account/account.module.js';
import { AdminActController } from './admin-act/admin-act.controller.js';
import { BannerController } from './banner/banner.controller.js';
import { CatalogueModule } from './catalogue/catalogue.module.js';
import { CommandModule } from './command/command.module.js';
import { EligibilityModule } from './eligibility/eligibility.module.js';
import type { Engines } from './engines/engines.js';
import { EnginesModule } from './engines/engines.module.js';
import { FailureController } from './failure/failure.controller.js';
import { FileModule } from './file/file.module.js';
import { HealthModule } from './health/health.module.js';
import { HistoryModule } from './history/history.module.js';
import { AnswerInTime } from './http/limits/answer-in-time.js';
import { EnvelopeInterceptor, FailureFilter } from './http/envelope.js';
import { FairShare } from './http/limits/fair-share.js';
import { requireServed } from './http/require-served.js';
import { IdentifyGuard } from './identity/identify.guard.js';
import { IdentityModule } from './identity/identity.module.js';
import { InquiryModule } from './inquiry/inquiry.module.js';
import { ItemTaskModule } from './item-task/item-task.module.js';
import { LiveModule } from './live/live.module.js';
import { LogTreeController } from './log-tree/log-tree.controller.js';
import { managedController } from './managed-list/managed-controller.js';
import { NoteModule } from './note/note.module.js';
import { NotificationModule } from './notification/notification.module.js';
import { RateLimitModule } from './rate-limit/rate-limit.module.js';
import { WriteLimitGuard } from './rate-limit/rate-limits.js';
import { ReferralModule } from './referral/referral.module.js';

@Module({})
export class AppModule {
  static forRoot(engines: Engines): DynamicModule {
    const module: DynamicModule = {
      module: AppModule,
      imports: [
        CqrsModule.forRoot(),
        EnginesModule.forRoot(engines),
        IdentityModule,
        RateLimitModule,
        ReferralModule,
        ItemTaskModule,
        CatalogueModule,
        EligibilityModule,
        FileModule,
        HistoryModule,
        NoteModule,
        NotificationModule,
        InquiryModule,
        AccountModule,
        HealthModule,
        LiveModule,
        AccessLogModule,
        CommandModule,
      ],
      // Controllers of nouns that need no providers of their own.
      controllers: [
        AdminActController,
        BannerController,
        FailureController,
        LogTreeController,
        managedController(carrierRoutes, carriersDecider),
      ],
      providers: [
        { provide: APP_FILTER, useClass: FailureFilter },
        // The order matters, because the limit is per caller.
        { provide: APP_GUARD, useClass: IdentifyGuard },
        { provide: APP_GUARD, useClass: WriteLimitGuard },
        { provide: APP_INTERCEPTOR, useClass: AnswerInTime },
        { provide: APP_INTERCEPTOR, useClass: FairShare },
        { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
      ],
    };
    requireServed(module);
    return module;
  }
}
