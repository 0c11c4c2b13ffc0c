import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { isOutage } from './connections.js';

const refused = (code: string) => Object.assign(new pg.DatabaseError('refused', 1, 'error'), { code });

describe('What PostgreSQL answers the event log', () => {
  it.each(['08006', '28P01', '40001', '40P01', '53100', '53300', '55P03', '57014', '57P01', '58030', '25006'])(
    'may be answered otherwise later: %s',
    (code) => expect(isOutage(refused(code))).toBe(true),
  );

  it.each(['22P02', '23505', '25P02', '42P01'])('is no outage: %s', (code) => {
    expect(isOutage(refused(code))).toBe(false);
  });

  it('is unknown where the server has said nothing', () => {
    expect(isOutage(new Error('Query read timeout'))).toBe(true);
    expect(isOutage(new TypeError('x'))).toBe(true);
  });
});
