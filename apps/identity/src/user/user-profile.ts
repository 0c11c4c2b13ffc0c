import { domainToASCII, domainToUnicode } from 'node:url';
import { languageOf, translateIn } from '@throughline/mail-texts';
import { z } from 'zod';
import { storableText } from '../wire/storable-text.js';

const text = (longest: number) => storableText(1000).trim().max(longest);
const name = text(50).min(1);
/** In any script, as permissive as a tenant: the portal has its own rule for its forms. */
const email = text(100)
  .transform(withCanonicalDomain)
  .pipe(z.email({ pattern: z.regexes.unicodeEmail }));

/**
 * The address with its domain in the form that DNS compares: full-width letters, other dots and the ASCII form are spellings of the same
 * domain.
 */
export function withCanonicalDomain(address: string): string {
  return withDomain(address, (domain) => domainToUnicode(domainToASCII(domain)));
}

export const withAsciiDomain = (address: string): string => withDomain(address, domainToASCII);

/** The unchanged address if it has no domain, or an invalid one. */
function withDomain(address: string, spell: (domain: string) => string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  return at === 0 ? address : address.slice(0, at) + (spell(domain) || domain);
}

/** A person's profile under Okta's attribute names; other attributes are refused, as by a tenant whose schema does not have them. */
export const userProfile = z.strictObject({
  firstName: name,
  lastName: name,
  email,
  login: email,
  primaryPhone: text(50).nullish(),
  mobilePhone: text(50).nullish(),
  organization: text(100).nullish(),
  state: text(2).nullish(),
  locale: text(20).nullish(),
});

export type UserProfile = z.infer<typeof userProfile>;

/** The name shown to others. */
export const fullName = (profile: UserProfile): string => `${profile.firstName} ${profile.lastName}`;

/** Renders the texts of mails and text messages in the person's language. */
export const translateFor = ({ locale }: UserProfile) => translateIn(languageOf(locale));
