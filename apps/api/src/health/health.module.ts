import { Inject, Module, type OnModuleDestroy } from '@nestjs/common';
import { CertificateWatch, type Logger } from '@throughline/platform';
import { type ApiConfig, CONFIG, LOGGER } from '../engines/engines.js';
import { Draining } from '../http/limits/draining.js';
import { HealthController } from './health.controller.js';
import { Readiness } from './readiness.js';

@Module({
  controllers: [HealthController],
  providers: [
    Readiness,
    Draining,
    {
      provide: CertificateWatch,
      useFactory: (config: ApiConfig, log: Logger) => new CertificateWatch(config, { log }),
      inject: [CONFIG, LOGGER],
    },
  ],
})
export class HealthModule implements OnModuleDestroy {
  constructor(@Inject(CertificateWatch) private readonly certificates: CertificateWatch) {}

  onModuleDestroy(): void {
    this.certificates.close();
  }
}
