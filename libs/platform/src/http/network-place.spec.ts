import { describe, expect, it } from '@jest/globals';
import { networkOf, placeOf } from './network-place.js';

describe('The place and the network of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1'],
    ['2001:0DB8:1:2::9', '2001:db8:1:2', '2001:db8:1'],
    ['2001:db8::1', '2001:db8:0:0', '2001:db8:0'],
    ['fe80::1%eth0', 'fe80:0:0:0', 'fe80:0:0'],
    ['::1', '0:0:0:0', '0:0:0'],
    ['203.0.113.7:1000', '203.0.113.7', '203.0.113.7'],
    ['[2001:db8:1:2::9]:1000', '2001:db8:1:2', '2001:db8:1'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2', '2001:db8:1'],
    ['invented:1000', 'unknown', 'unknown'],
    ['unknown', 'unknown', 'unknown'],
  ])('of %s are %s and %s', (address, place, network) => {
    expect([placeOf(address), networkOf(address)]).toEqual([place, network]);
  });
});
