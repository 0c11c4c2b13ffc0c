/** Byte order marks of text in Unicode. */
const ENCODINGS = [
  { mark: '\xfe\xff', encoding: 'utf-16be' },
  { mark: '\xff\xfe', encoding: 'utf-16le' },
  { mark: '\xef\xbb\xbf', encoding: 'utf-8' },
];

/** Addresses are ASCII, but some programs write them in Unicode, as other text. `text`: a character for each byte. */
export function decodedAddress(text: string): string {
  const encoding = ENCODINGS.find(({ mark }) => text.startsWith(mark))?.encoding;
  return encoding === undefined ? text : new TextDecoder(encoding).decode(Buffer.from(text, 'latin1'));
}

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const PORT_AND_PATH = String.raw`(?::\d{1,5})?(?:[/?#][^\\\u0000-\u001f]*)?`;
/**
 * Ends of the names of hosts that are written without `http://`. Others could as well be the ends of names of files beside the document
 * (`a.html`, `a.zip`, `a.sh`).
 */
const HOST_ENDS = 'com|org|net|edu|gov|mil|info|biz|us|ca|mx|uk|eu|health|care|clinic|hospital|insurance|pharmacy';

/** What a link may be: a web page, an e-mail address or a telephone number, also as people write them, a place of the document, or nothing. */
const HARMLESS = [
  // With one slash, or none, it is a web page as well. A backslash could make it something else.
  /^https?:(?!\/*\\)/i,
  /^(mailto:|tel:|#)/i,
  /^$/,
  new RegExp(String.raw`^www(?:\.${LABEL})+${PORT_AND_PATH}$`, 'i'),
  new RegExp(String.raw`^${LABEL}(?:\.${LABEL})*\.(?:${HOST_ENDS})${PORT_AND_PATH}$`, 'i'),
  new RegExp(String.raw`^[a-z0-9._%+'-]{1,64}@${LABEL}(?:\.${LABEL})+(?:\?[^\\\u0000-\u001f]*)?$`, 'i'),
];

/** Whether a link leads to no file, share, script or other program. White space around an address does not count; within it, it is none of a scheme. */
export const isHarmlessAddress = (address: string): boolean => {
  const bare = address.replace(/^[\s\u0000]+|[\s\u0000]+$/g, '');
  return HARMLESS.some((pattern) => pattern.test(bare));
};
