import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { addressOf } from './address-of.js';

const asked = (forwarded?: string) =>
  ({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: '10.0.0.9' } }) as unknown as IncomingMessage;

describe('The address of who asks', () => {
  it.each([
    ['is who connects, whatever they say, when no proxy stands in front', '1.1.1.1', 0, '10.0.0.9'],
    ['is who connected to the proxy', '1.1.1.1', 1, '1.1.1.1'],
    ['is not what they told the proxy', 'invented, 1.1.1.1', 1, '1.1.1.1'],
    ['is who connected to the outer of two', 'invented, 1.1.1.1, 10.0.0.5', 2, '1.1.1.1'],
    ['is the farthest that is known, when there are fewer proxies than said', '1.1.1.1', 3, '1.1.1.1'],
    ['is who connects when a proxy says nothing', undefined, 1, '10.0.0.9'],
  ])('%s', (_, forwarded, hops, address) => {
    expect(addressOf(asked(forwarded), hops)).toBe(address);
  });
});
