import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '../config/config.js';
import { refuseCapturedMail, refuseNoScanner } from './refuse-oversights.js';

describe('A production start', () => {
  const url = { SMTP_URL: 'smtp://mail.example:587', CLAMAV_URL: 'tcp://clamav:3310' };

  it.each([
    ['without a mail server, whose mail anybody could read', refuseCapturedMail, 'SMTP_URL', 'ALLOW_CAPTURED_MAIL'],
    ['without a virus scanner', refuseNoScanner, 'CLAMAV_URL', 'ALLOW_NO_SCANNER'],
  ] as const)('%s is refused unless it is meant', (_, refuse, needs, allow) => {
    const start = (env: Record<string, string>) => () => refuse(loadConfig(env));
    for (const unsaid of [{}, { [needs]: '' }, { [allow]: 'no' }, { [allow]: '', NODE_ENV: 'production' }]) {
      expect(start(unsaid)).toThrow(new RegExp(`^${needs} is missing: .* Set ${allow}=yes if that is meant\\.$`));
    }
    for (const meant of [{ [allow]: 'yes' }, { [needs]: url[needs] }, { NODE_ENV: 'development' }]) {
      expect(start(meant)).not.toThrow();
    }
  });
});
