import { Injectable } from '@nestjs/common';
import { keyedHash } from '@throughline/platform';
import { Engines } from './engines.js';

/** Hashes that tell values apart without keeping them: of no use to anyone without the secret key. */
@Injectable()
export class KeyedHash {
  constructor(private readonly engines: Engines) {}

  of(purpose: 'address' | 'look-up' | 'request' | 'submitter' | 'ticket', value: string): string {
    return keyedHash(this.engines.config.secretKey, `${purpose}\n${value}`);
  }
}
