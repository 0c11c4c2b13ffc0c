/** `26325 41230 71844`: what the eye can compare. */
export const inGroupsOfFive = (id: string): string => id.replaceAll(/(\d{5})(?=\d)/g, '$1 ');

/** The referral id that a person typed or pasted, spaces and all; null when it is something else. */
export function asReferralId(text: string): string | null {
  const digits = text.replaceAll(/[\s-]/g, '');
  return /^\d{5,50}$/.test(digits) ? digits : null;
}
