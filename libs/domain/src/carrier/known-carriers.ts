import { isCalled } from '../kernel/is-called.js';

/** The beginning of each carrier's name, in lower case, with single spaces and without full stops. */
const KNOWN = {
  FedEx: /^fed ?ex\b/,
  UPS: /^(ups|united parcel service)\b/,
  USPS: /^(usps|(us|united states) postal service|us mail)\b/,
  DHL: /^dhl\b/,
  OnTrac: /^on ?trac\b/,
  LaserShip: /^laser ?ship\b/,
  Amazon: /^amazon\b/,
  Purolator: /^purolator\b/,
} as const satisfies Record<string, RegExp>;

const OTHER_CARRIER = 'Other carrier';

/**
 * The names of carriers that may be shown to a caller who only has the referral's id. Other texts are withheld, because staff can type any
 * text, which may name people.
 */
export const PUBLIC_CARRIERS = [...(Object.keys(KNOWN) as (keyof typeof KNOWN)[]), OTHER_CARRIER] as const;
export type PublicCarrier = (typeof PUBLIC_CARRIERS)[number];

/** The known carrier that a typed name means: 'FedEx Ground' and 'fed ex' are FedEx. Null: it means no known carrier. */
export function carrierNamed(typed: string): keyof typeof KNOWN | null {
  const words = typed
    .toLowerCase()
    .replaceAll('.', '')
    .replaceAll(/[\s-]+/g, ' ')
    .trim();
  for (const [name, beginning] of Object.entries(KNOWN)) if (beginning.test(words)) return name as keyof typeof KNOWN;
  return null;
}

export const publicCarrier = (typed: string): PublicCarrier => carrierNamed(typed) ?? OTHER_CARRIER;

interface LinkedCarrier {
  readonly name: string;
  readonly formerNames: readonly string[];
  readonly link: string | null;
}

/** The carrier under whose name, of now or before, a number was recorded: 'FedEx Ground' is FedEx. Undefined: it is none of them. */
export const carrierCalled = <Carrier extends LinkedCarrier>(
  carriers: readonly Carrier[],
  written: string,
): Carrier | undefined =>
  [written.trim(), carrierNamed(written)]
    .map((name) => (name === null ? undefined : carriers.find((carrier) => isCalled(carrier, name))))
    .find((carrier) => carrier !== undefined);

/** The placeholder for the tracking number in a carrier's link. */
export const NUMBER_IN_LINK = '{number}';

/** The page of a parcel, by the link that its carrier has now; null: it has none. */
export function trackingUrl(carriers: readonly LinkedCarrier[], written: string, number: string): string | null {
  const tracked = encodeURIComponent(number.replaceAll(/\s/g, ''));
  return carrierCalled(carriers, written)?.link?.replaceAll(NUMBER_IN_LINK, () => tracked) ?? null;
}
