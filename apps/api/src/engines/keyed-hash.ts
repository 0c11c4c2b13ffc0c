import { Inject, Injectable } from '@nestjs/common';
import { keyedHash } from '@throughline/platform';
import { type ApiConfig, CONFIG } from './engines.js';

/** Hashes under the installation's secret key. A hash of one purpose never equals one of another. */
@Injectable()
export class KeyedHash {
  constructor(@Inject(CONFIG) private readonly config: Pick<ApiConfig, 'secretKey'>) {}

  of(
    purpose: 'address' | 'look-up' | 'request' | 'session' | 'state token' | 'submitter' | 'ticket',
    value: string,
  ): string {
    return keyedHash(this.config.secretKey, `${purpose}\n${value}`);
  }
}
