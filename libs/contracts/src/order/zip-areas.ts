import { MILITARY_STATES, type UsState } from './choices.js';

/**
 * The first three digits of each state's ZIP codes (Postal Service, labeling list L002, and the military and territorial ones). A few
 * prefixes belong to two states: 063 Fishers Island NY, 203 and 205 Maryland offices, 681 Carter Lake IA, 712 one office of MS, 755
 * Texarkana AR, 834 Alta WY.
 */
// prettier-ignore
const ZIP_AREAS: Readonly<Record<UsState, string>> = {
  AL: '350-369', AK: '995-999', AS: '967', AZ: '850-865', AR: '716-729 755', AA: '340', AE: '090-099', AP: '962-966', CA: '900-961',
  CO: '800-816', CT: '060-069', DE: '197-199', DC: '200 202-205 207 569', FM: '969', FL: '320-339 341-349', GA: '300-319 398-399', GU: '969',
  HI: '967-968', ID: '832-838', IL: '600-629', IN: '460-479', IA: '500-528 681', KS: '660-679', KY: '400-427', LA: '700-714',
  ME: '039-049', MH: '969', MD: '203 205-219', MA: '010-027 055', MI: '480-499', MN: '550-567', MS: '386-397 712', MO: '630-658',
  MT: '590-599', NE: '680-693', NV: '889-898', NH: '030-038', NJ: '070-089', NM: '870-884', NY: '005 063 100-149', NC: '270-289',
  ND: '580-588', MP: '969', OH: '430-459', OK: '730-732 734-749', OR: '970-979', PW: '969', PA: '150-196', PR: '006-007 009', RI: '028-029',
  SC: '290-299', SD: '570-577', TN: '370-385', TX: '733 750-799 885', UT: '840-847', VT: '050-054 056-059', VI: '008', VA: '201 220-246',
  WA: '980-994', WV: '247-268', WI: '530-549', WY: '820-831 834',
};

/** The states whose ZIP codes have the same first three digits as this one; none if it has fewer than five digits, or no state has them. */
export function statesOfZip(zip: string): readonly UsState[] {
  const area = /^\s*(\d{3})\d\d/.exec(zip.normalize('NFKC'))?.[1];
  if (area === undefined) return [];
  const states = Object.keys(ZIP_AREAS) as UsState[];
  return states.filter((state) => isWithin(area, ZIP_AREAS[state]));
}

const isWithin = (area: string, areas: string): boolean =>
  areas.split(' ').some((range) => {
    const [first = '', last = first] = range.split('-');
    return first <= area && area <= last;
  });

/** What in an address contradicts its state, as far as that can be known. The order is accepted all the same. */
export interface AddressDoubts {
  /** The states that the complete ZIP code belongs to, if the given one is not among them; empty: no state has it. */
  readonly zip: readonly UsState[] | null;
  /** The city is a military post office, and the state is not one of the armed forces. */
  readonly city: boolean;
}

/** Without a state nothing is doubtful. */
export function addressDoubts(address: Readonly<Record<'city' | 'state' | 'zip', string>>): AddressDoubts {
  const state = address.state as UsState;
  if (!Object.hasOwn(ZIP_AREAS, state)) return { zip: null, city: false };
  const isWhole = /^\s*\d{5}/.test(address.zip.normalize('NFKC'));
  const states = statesOfZip(address.zip);
  return {
    zip: isWhole && !states.includes(state) ? states : null,
    city: /\b[AFD]PO\b/i.test(address.city) && !MILITARY_STATES.includes(state),
  };
}
