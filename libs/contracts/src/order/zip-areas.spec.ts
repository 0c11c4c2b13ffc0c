import { describe, expect, it } from '@jest/globals';
import { US_STATES } from './choices.js';
import { addressDoubts, statesOfZip } from './zip-areas.js';

/** For each state, ZIP codes of its capital or of a well-known office, and the first and last ones of its prefixes. */
// prettier-ignore
const KNOWN: Readonly<Record<string, string>> = {
  AL: '36104 35203', AK: '99801 99501 99950', AS: '96799', AZ: '85016 85001 86556 86515', AR: '72201 75502', AA: '34002 34098', AE: '09012 09354 09898',
  AP: '96205 96349 96691', CA: '95814 90001 96162', CO: '80202 81658', CT: '06103 06390 06928', DE: '19901 19711', DC: '20001 20500 20599',
  FM: '96941', FL: '32301 34997 33101', GA: '30303 31999 39901', GU: '96910', HI: '96813 96701', ID: '83702 83201 83876', IL: '62701 60601',
  IN: '46204 47997', IA: '50309 52809 51510', KS: '66603 67954', KY: '40601 42788', LA: '70802 71497', ME: '04330 03901', MH: '96960',
  MD: '21401 20601 21930', MA: '02108 01001 02791 05501', MI: '48933 49971', MN: '55102 56763', MS: '39201 38601 71233', MO: '65101 63101',
  MT: '59601 59937', NE: '68508 69367', NV: '89701 88901', NH: '03301 03031', NJ: '08608 07001 08989', NM: '87501 88441',
  NY: '12207 10001 14975 00501', NC: '27601 28909', ND: '58501 58856', MP: '96950', OH: '43215 45999', OK: '73102 74966 73401',
  OR: '97301 97920', PW: '96940', PA: '17101 15001 19640', PR: '00901 00601 00795', RI: '02903 02801', SC: '29201 29948', SD: '57501 57799',
  TN: '37219 38589 37501', TX: '78701 73301 75001 79999 88510', UT: '84111 84784', VT: '05602 05001 05907', VI: '00802 00851',
  VA: '23219 20101 24658', WA: '98501 99403', WV: '25301 24701 26886', WI: '53703 54990', WY: '82001 83128 83414',
};

describe('A ZIP code', () => {
  it.each(Object.keys(US_STATES))('of %s is known by its beginning', (state) => {
    const zips = KNOWN[state]?.split(' ') ?? [];
    expect(zips).not.toEqual([]);
    for (const zip of zips) {
      expect([zip, statesOfZip(zip)]).toEqual([zip, expect.arrayContaining([state])]);
      expect(addressDoubts({ city: 'Any', state, zip })).toEqual({ zip: null, city: false });
    }
  });

  it('begins alike in several states only where these are known', () => {
    const shared = Array.from({ length: 1000 }, (_, index) => String(index).padStart(3, '0')).flatMap((area) => {
      const states = statesOfZip(`${area}01`);
      return states.length > 1 ? [`${area} ${states.join(' ')}`] : [];
    });
    expect(shared).toEqual([
      '063 CT NY',
      '203 DC MD',
      '205 DC MD',
      '207 DC MD',
      '681 IA NE',
      '712 LA MS',
      '755 AR TX',
      '834 ID WY',
      '967 AS HI',
      '969 FM GU MH MP PW',
    ]);
  });

  it.each([['00001'], ['26900'], ['34500'], ['42800'], ['99'], [''], ['8501'], ['phoenix']])('is none: %s', (zip) =>
    expect(statesOfZip(zip)).toEqual(zip === '34500' ? ['FL'] : []),
  );
});

describe('An address', () => {
  const doubts = (city: string, state: string, zip: string) => addressDoubts({ city, state, zip });

  it.each([
    ['Phoenix', 'AZ', '10001', ['NY']],
    ['Phoenix', 'AZ', '10001-1234', ['NY']],
    ['Phoenix', 'AZ', ' １０００１', ['NY']],
    ['APO', 'AE', '85016', ['AZ']],
    ['San Juan', 'FL', '00901', ['PR']],
    ['St. Thomas', 'PR', '00802', ['VI']],
    ['Miami', 'FL', '34002', ['AA']],
    ['Washington', 'WA', '20500', ['DC', 'MD']],
    ['Phoenix', 'AZ', '00001', []],
  ])('in %s, %s is doubtful with the ZIP code %s', (city, state, zip, states) =>
    expect(doubts(city, state, zip)).toEqual({ zip: states, city: false }),
  );

  it.each([['APO'], ['apo'], ['FPO, Box 12'], ['Ramstein DPO'], [' APO ']])(
    'has a military city %s in no state',
    (city) => {
      expect(doubts(city, 'AZ', '85016')).toEqual({ zip: null, city: true });
      for (const state of ['AA', 'AE', 'AP']) expect(doubts(city, state, '')).toEqual({ zip: null, city: false });
    },
  );

  it.each([
    ['Apopka', 'FL', '32703'],
    ['Phoenix', '', '10001'],
    ['APO', '', ''],
    ['Phoenix', 'AZ', ''],
    ['Phoenix', 'AZ', '1000'],
    ['Phoenix', 'XX', '10001'],
  ])('in %s, %s with the ZIP code %s is not doubtful', (city, state, zip) =>
    expect(doubts(city, state, zip)).toEqual({ zip: null, city: false }),
  );
});
