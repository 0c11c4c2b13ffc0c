import { describe, expect, it } from '@jest/globals';
import { now } from '../kernel/words.js';
import { inTheAudit } from '../kernel/words.testing.js';
import { CARRIER_WORDS, type CarrierEvent, carriersDecider } from './carrier.js';
import { trackingUrl } from './known-carriers.js';

const reason = 'New contract';
const link = 'https://dhl.example/{number}?again={number}';
const ups = { id: 'ups', name: 'UPS', reason };
const brown = { ...ups, name: 'Brown', formerName: 'UPS', link: 'https://www.ups.com/track?tracknum={number}' };

describe('The carriers', () => {
  inTheAudit(CARRIER_WORDS, {
    CarrierAdded: [
      { ...ups, name: 'DHL', link: null },
      'Gus Orr added the carrier DHL',
      now('Tracking link', null),
      now('Reason', reason),
    ],
    CarrierChanged: [
      brown,
      'Gus Orr changed the carrier UPS',
      now('Name', 'Brown'),
      now('Tracking link', brown.link),
      now('Reason', reason),
    ],
    CarrierDeactivated: [ups, 'Gus Orr deactivated the carrier UPS', now('Reason', reason)],
    CarrierReactivated: [ups, 'Gus Orr reactivated the carrier UPS', now('Reason', reason)],
  });

  it('are FedEx and UPS at first', () => {
    expect(carriersDecider.initialState.entries.map(({ name }) => name)).toEqual(['FedEx', 'UPS']);
  });

  it.each([
    ['FedEx Ground', ' 7712 0001 ', 'https://www.fedex.com/fedextrack/?trknbr=77120001'],
    ['ups', '1&x=$&', 'https://www.ups.com/track?tracknum=1%26x%3D%24%26'],
    ['United Parcel Service', '1Z', 'https://www.ups.com/track?tracknum=1Z'],
    [' BROWN ', '1Z', 'https://www.ups.com/track?tracknum=1Z'],
    ['DHL Express', '4/2', 'https://dhl.example/4%2F2?again=4%2F2'],
    ['Upstate Movers', '9400', null],
    ['USPS', '9400', null],
  ])('lead to the page of a parcel that was recorded under %s', (written, number, url) => {
    const events: readonly CarrierEvent[] = [
      { type: 'CarrierAdded', data: { id: 'c1', name: 'DHL', link, reason } },
      { type: 'CarrierChanged', data: brown },
      { type: 'CarrierDeactivated', data: ups },
    ];
    const { entries } = events.reduce(carriersDecider.evolve, carriersDecider.initialState);
    expect(trackingUrl(entries, written, number)).toBe(url);
  });
});
