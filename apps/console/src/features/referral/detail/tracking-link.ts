/**
 * The carrier's own tracking page, for FedEx and UPS only (ordering specification, section 2); null for every other carrier.
 * 'FedEx Ground' is FedEx.
 */
export function trackingLink(carrier: string, number: string): string | null {
  const name = carrier.trim().toLowerCase();
  const tracked = encodeURIComponent(number.replaceAll(/\s/g, ''));
  if (name.startsWith('fedex')) return `https://www.fedex.com/fedextrack/?trknbr=${tracked}`;
  if (name.startsWith('ups')) return `https://www.ups.com/track?tracknum=${tracked}`;
  return null;
}
