import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { addressOf, bearerToken, callerKey } from './caller.js';

const requestFrom = (forwarded?: string) =>
  ({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: '10.0.0.9' } }) as unknown as IncomingMessage;

describe('The address of a caller', () => {
  it.each([
    ['is that of the connection if there is no proxy', '1.1.1.1', 0, '10.0.0.9'],
    ['is the one that connected to the proxy', '1.1.1.1', 1, '1.1.1.1'],
    ['is not one that the client sent to the proxy', 'invented, 1.1.1.1', 1, '1.1.1.1'],
    ['is the one that connected to the outer of two proxies', 'invented, 1.1.1.1, 10.0.0.5', 2, '1.1.1.1'],
    ['is the farthest known one when there are fewer proxies than configured', '1.1.1.1', 3, '1.1.1.1'],
    ['has no port', '1.1.1.1:1000', 1, '1.1.1.1'],
    ['has neither brackets nor a port', '[2001:db8::9]:1001', 1, '2001:db8::9'],
    ['is the same one for everything that is no address', 'invented-1, invented-2', 1, 'unknown'],
    ['is that of the connection when a proxy sends no header', undefined, 1, '10.0.0.9'],
  ])('%s', (_, forwarded, hops, address) => {
    expect(addressOf(requestFrom(forwarded), hops)).toBe(address);
  });
});

describe('The key of a caller', () => {
  const keyOf = (authorization?: string) =>
    callerKey({ headers: { authorization }, socket: { remoteAddress: '10.0.0.9' } } as unknown as IncomingMessage, 0);

  it('is the access token, however the header is written', () => {
    expect(['Bearer t1', 'bearer t1', 'BEARER  t1'].map(keyOf)).toEqual(['t1', 't1', 't1']);
  });

  it('is the address for every caller without a token, whatever the header holds', () => {
    expect([undefined, '', 'Basic YTpi', 'x1', 'x2', 'Bearer', 'Bearer '].map(keyOf)).toEqual(
      Array(7).fill('10.0.0.9'),
    );
  });

  it('is the same for all IPv6 addresses that one host may use', () => {
    const from = (remoteAddress: string) => callerKey({ headers: {}, socket: { remoteAddress } } as never, 0);
    expect(from('2001:db8:1:2::9')).toBe(from('2001:db8:1:2:ffff::1'));
    expect(from('2001:db8:1:3::9')).not.toBe(from('2001:db8:1:2::9'));
  });
});

describe('The access token of a request', () => {
  const tokenOf = (authorization?: string) =>
    bearerToken({ headers: { ...(authorization !== undefined && { authorization }) } });

  it.each(['Bearer a.b.c', 'bearer a.b.c', 'BEARER  a.b.c'])('is read from “%s”', (authorization) => {
    expect(tokenOf(authorization)).toBe('a.b.c');
  });

  it.each([undefined, '', 'Basic YTpi', 'Negotiate x', 'NTLM x', 'Digest username="a"'])(
    'is none in what a browser sends to a proxy by itself: “%s”',
    (authorization) => {
      expect(tokenOf(authorization)).toBeNull();
    },
  );

  it.each(['a.b.c', 'Token a.b.c', 'DPoP a.b.c', 'Bearer,a.b.c', 'Bearer', 'Bearer a b'])(
    'is refused as a token where the credentials are none that is known: “%s”',
    (authorization) => {
      expect(tokenOf(authorization)).toBe('unusable');
    },
  );
});
