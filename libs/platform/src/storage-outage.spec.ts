import { describe, expect, it } from '@jest/globals';
import { storageOutageOf } from './storage-outage.js';

const coded = (code: string, message = 'failed') => Object.assign(new Error(message), { code });

describe('An outage of the storage', () => {
  it.each(['53100', 'ENOSPC', 'EDQUOT'])('is a full disk: %s', (code) => {
    expect(storageOutageOf(coded(code))).toBe('full');
    expect(storageOutageOf(new Error('not stored', { cause: coded(code) }))).toBe('full');
  });

  it.each([
    '57P01',
    '57P02',
    '57P03',
    '08006',
    '53300',
    '53200',
    '58030',
    '55P03',
    '25006',
    '57014',
    '28P01',
    '28000',
    '58P01',
    '57000',
    '25P03',
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTDOWN',
    'ENETUNREACH',
    'EROFS',
    'EIO',
    'EMFILE',
  ])('is a server that is unavailable: %s', (code) => {
    expect(storageOutageOf(coded(code))).toBe('away');
  });

  it.each([
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Query read timeout',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Connection is closed.',
    'Command timed out',
    "Socket timeout. Expecting data, but didn't receive any in 15000ms.",
    'WRONGPASS invalid username-password pair',
    'LOADING Redis is loading the dataset in memory',
  ])('is known by the words of the driver: %s', (message) => {
    expect(storageOutageOf(new Error(message))).toBe('away');
  });

  it.each([
    coded('22P02'),
    coded('23505'),
    coded('40001'),
    coded('ENOENT'),
    new TypeError('x'),
    new Error('Missing lock for job pdf.1'),
    'ENOSPC',
    null,
    undefined,
  ])('is not a faulty query: %s', (error) => {
    expect(storageOutageOf(error)).toBeNull();
  });

  it('is not found in errors that cause each other, and the search ends', () => {
    const error: Error & { cause?: unknown } = new Error('round');
    error.cause = error;
    expect(storageOutageOf(error)).toBeNull();
  });
});
