import { Controller, Get } from '@nestjs/common';
import { Refusal } from '../http/refusal.js';
import { anyone, MayCall } from '../identity/may-call.js';
import { Readiness, type Check } from './readiness.js';

@Controller('health')
@MayCall(anyone)
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  live(): { readonly live: true } {
    return { live: true };
  }

  /** 503 names what is not there, by name and in words without addresses or secrets. */
  @Get('ready')
  async ready(): Promise<Readonly<Record<string, Check>>> {
    const checks = await this.readiness.check();
    const missing = Object.entries(checks).filter(([, { ok }]) => !ok);
    if (missing.length === 0) return checks;
    const message = `Not ready: ${missing.map(([name]) => name).join(', ')}.`;
    throw new Refusal(503, 'service/not-ready', message, {
      errors: Object.fromEntries(missing.map(([name, { detail = 'failed' }]) => [name, detail])),
    });
  }
}
