import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '@throughline/platform';
import { placesOf } from './variables.mjs';

/** Valid and invalid values of every variable that the launcher reads before anything is built. */
const VALUES = {
  PORT: [
    '',
    ' ',
    '1',
    '3000',
    ' 8080 ',
    '65535',
    '0x50',
    '1e3',
    '0',
    '-1',
    '65536',
    '80.5',
    'http',
    '3000 3001',
    'NaN',
  ],
  HOST: ['', '0.0.0.0', '::1', ' localhost ', 'portal.example'],
  DATA_DIR: ['', '/srv/data', 'data/here', ' padded '],
  SEED: ['', 'demo', 'none', ' none ', 'Demo', 'all', 'demo,none'],
  TASK_DAY_MS: [
    '',
    '1',
    '60000',
    '9007199254740991',
    '9007199254740992',
    '0',
    '-1',
    '1.5',
    '1e400',
    'Infinity',
    'a day',
  ],
  FILES_URL: [
    '',
    'file:///srv/files',
    'file://elsewhere/files',
    'FILE:///srv',
    'file://',
    'file:///a b',
    '/srv/files',
    's3://b',
  ],
};
const environments = Object.entries(VALUES).flatMap(([name, values]) => values.map((value) => ({ [name]: value })));

const answerOf = (read: () => unknown) => {
  try {
    return read();
  } catch (error) {
    return (error as Error).message;
  }
};

describe('What the launcher makes of a variable before the platform library is built', () => {
  it.each([{}, ...environments])('is what the library makes of it: %j', (env) => {
    const truth = answerOf(() => {
      const { port, host, dataDir, filesUrl } = loadConfig(env);
      return { port, host, dataDir, filesUrl };
    });
    expect(answerOf(() => placesOf(env))).toEqual(truth);
  });
});
