import { describe, expect, it } from '@jest/globals';
import { carrierNamed, publicCarrier } from './known-carriers.js';

describe('A carrier', () => {
  it.each([
    ['FedEx', 'FedEx'],
    ['fed ex', 'FedEx'],
    ['FedEx Ground', 'FedEx'],
    ['FEDEX-SmartPost', 'FedEx'],
    [' ups ', 'UPS'],
    ['U.P.S.', 'UPS'],
    ['UPS Ground', 'UPS'],
    ['United Parcel Service', 'UPS'],
    ['USPS', 'USPS'],
    ['US Postal Service', 'USPS'],
    ['DHL Express', 'DHL'],
    ['OnTrac', 'OnTrac'],
    ['Amazon Logistics', 'Amazon'],
  ])('is recognised as staff write it: %s', (typed, known) => {
    expect(carrierNamed(typed)).toBe(known);
    expect(publicCarrier(typed)).toBe(known);
  });

  it.each([
    'Upside Movers',
    'Upstate',
    'Fedexpress',
    'left with Rosa Diaz, 512 555 0100',
    'Rosa Diaz (UPS)',
    '',
    '\u202eSPU',
  ])('whose name is unknown is “Other carrier” to the public: %j', (typed) => {
    expect(carrierNamed(typed)).toBeNull();
    expect(publicCarrier(typed)).toBe('Other carrier');
  });
});
