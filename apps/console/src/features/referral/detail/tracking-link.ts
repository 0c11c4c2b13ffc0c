import { carrierNamed } from '@throughline/domain';

/**
 * The carrier's own tracking page, for FedEx and UPS only (ordering specification, section 2); null for every other carrier.
 * 'FedEx Ground' is FedEx.
 */
export function trackingLink(carrier: string, number: string): string | null {
  const tracked = encodeURIComponent(number.replaceAll(/\s/g, ''));
  switch (carrierNamed(carrier)) {
    case 'FedEx':
      return `https://www.fedex.com/fedextrack/?trknbr=${tracked}`;
    case 'UPS':
      return `https://www.ups.com/track?tracknum=${tracked}`;
    default:
      return null;
  }
}
