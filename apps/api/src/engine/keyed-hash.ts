import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Engines } from './engines.js';

/** Hashes that tell values apart without keeping them: of no use to anyone without the secret key. */
@Injectable()
export class KeyedHash {
  constructor(private readonly engines: Engines) {}

  of(purpose: 'address' | 'look-up' | 'request' | 'submitter', value: string): string {
    return createHmac('sha256', this.engines.config.secretKey).update(`${purpose}\n${value}`).digest('base64url');
  }
}
