/**
 * The `mailto:` link of an address. An address may contain `?`, `&` and `%`, which unescaped would add recipients or text to the mail (RFC
 * 6068).
 */
export function mailLink(address: string): string {
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  return at < 0
    ? `mailto:${encodeURIComponent(address)}`
    : `mailto:${encodeURIComponent(local)}@${encodeURIComponent(domain)}`;
}
