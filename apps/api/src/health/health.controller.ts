import { Controller } from '@nestjs/common';
import { healthRoutes } from '@throughline/contracts';
import { Draining } from '../http/limits/draining.js';
import { HttpError } from '../http/http-error.js';
import { Serves } from '../http/serves.js';
import { Readiness, type Checks } from './readiness.js';

@Controller()
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly draining: Draining,
  ) {}

  @Serves(healthRoutes.live)
  live() {
    this.draining.requireNoStop();
    return { live: true } as const;
  }

  /** A 503 names each failing dependency, with a detail that contains no address and no secret. */
  @Serves(healthRoutes.ready)
  async ready(): Promise<Checks> {
    const checks = await this.readiness.check();
    const failing = Object.entries(checks).filter(([, { ok }]) => !ok);
    if (failing.length === 0) return checks;
    const message = `Not ready: ${failing.map(([name]) => name).join(', ')}.`;
    throw new HttpError(503, 'service/not-ready', message, {
      errors: Object.fromEntries(failing.map(([name, { detail = 'failed' }]) => [name, detail])),
    });
  }
}
