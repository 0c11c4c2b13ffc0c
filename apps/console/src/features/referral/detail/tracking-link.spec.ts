import { describe, expect, it } from '@jest/globals';
import { trackingLink } from './tracking-link.js';

describe('Tracking link', () => {
  it('opens FedEx and UPS, in any case and for any service', () => {
    expect(trackingLink('FedEx Ground', ' 7712 0001 ')).toBe('https://www.fedex.com/fedextrack/?trknbr=77120001');
    expect(trackingLink('ups', '1Z999AA10123456784')).toBe('https://www.ups.com/track?tracknum=1Z999AA10123456784');
  });

  it('is null for other carriers', () => {
    expect(trackingLink('USPS', '9400')).toBeNull();
    expect(trackingLink('Upstate Movers', '9400')).toBeNull();
  });

  it('encodes the tracking number', () => {
    expect(trackingLink('UPS', '1&x=2')).toBe('https://www.ups.com/track?tracknum=1%26x%3D2');
  });
});
