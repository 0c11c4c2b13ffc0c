/** One part of the local part: RFC 5322's `atext`, and letters, digits and marks of every script (RFC 6532). */
const ATOM = String.raw`[\w!#$%&'*+\-/=?^\x60{|}~\p{L}\p{M}\p{N}]+`;
const LOCAL_PART = new RegExp(`^${ATOM}(?:\\.${ATOM})*$`, 'u');
/** RFC 5321, 4.5.3.1.1. */
const MAX_LOCAL_PART_BYTES = 64;

/** A public DNS name in its ASCII form: at least two labels, the last one not a number. */
const HOST = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Characters that a URL parser does not accept as part of a host name. */
const NOT_IN_A_HOST = /[\p{Cc}\p{Cf}\p{Z}/\\?#@:%[\]<>^|]/u;

/**
 * Whether the address can receive mail: `local@domain`, in any script (RFC 6531, IDNA). Quoted local parts, address literals and domains of
 * one label are valid by the standards, but in practice they are typing errors, so they are refused.
 */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  if (!LOCAL_PART.test(local) || new TextEncoder().encode(local).length > MAX_LOCAL_PART_BYTES) return false;
  return HOST.test(asciiHost(text.slice(at + 1)));
}

/**
 * The mailbox of an address, for counting and comparing only. It ignores case, dots before the at sign, what follows a plus sign, and the
 * spelling of the domain (full-width letters, other dots, ASCII form). Never send mail to it.
 */
export function mailboxOf(address: string): string {
  const text = address.normalize('NFKC').trim().toLowerCase();
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  return `${text.slice(0, Math.max(at, 0)).replace(/\+.*$|\./gs, '')}@${asciiHost(domain) || domain}`;
}

/** The ASCII form of a host name (`xn--bcher-kva.example` for `bücher.example`); empty if it is invalid. */
function asciiHost(host: string): string {
  if (NOT_IN_A_HOST.test(host) || !URL.canParse(`http://${host}`)) return '';
  return new URL(`http://${host}`).hostname;
}
