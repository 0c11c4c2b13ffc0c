/** Byte order marks of Unicode text. */
const ENCODINGS = [
  { mark: '\xfe\xff', encoding: 'utf-16be' },
  { mark: '\xff\xfe', encoding: 'utf-16le' },
  { mark: '\xef\xbb\xbf', encoding: 'utf-8' },
];

/** Addresses are ASCII, but some programs write them in Unicode, like other text. `text` has one character for each byte. */
export function decodedAddress(text: string): string {
  const encoding = ENCODINGS.find(({ mark }) => text.startsWith(mark))?.encoding;
  return encoding === undefined ? text : new TextDecoder(encoding).decode(Buffer.from(text, 'latin1'));
}

const wordsOf = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.join(' ').split(' '));

/**
 * Endings of host names that are written without `www.` or `http://`: countries, and common ones for a practice, a shop or a company.
 * Endings that programs and archives have as well are left out (`.pl`, `.sh`, `.ws`, `.zip`): `a.zip` is a file beside the document.
 */
const HOST_ENDS = wordsOf(
  'ac ad ae af ag ai al am ao ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cd cf cg ch ci ck cl cm cn co cr cu',
  'cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gt gu gw gy hk hm hn hr ht',
  'hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc me mg mh mm mn mo mp mq',
  'mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pn pr pt pw qa re ro ru rw sa sb sc sd se sg si sk sl sm',
  'sn sr ss sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ye yt za zm zw',
  'aero agency ambulance asia bank biz blog business cafe care center chat church city clinic cloud club com community company consulting',
  'contact coop dental dentist design dev digital direct doctor edu education email expert family fitness foundation fund fyi global gov group',
  'guide health healthcare help hospital house info institute insurance insure int international jobs kids law legal lgbt life link live llc',
  'ltd management market media medical mil mobi museum name net network news ngo nyc ong online org partners pharmacy physio place plus pro',
  'school services shop site social solutions space store supplies supply support surf surgery systems team tech technology tel today tools top',
  'toys training travel university vet vision web website wiki work works world xyz yoga zone',
);

/** Endings of file names that no host has, or that mostly belong to programs and archives: not even `www.a.exe` is a host. */
const FILE_ENDS = wordsOf(
  'accdb ade adp apk app application asp aspx bas bat bin cab chm cmd cpl crt csh csv dll dmg doc docm docx dot dotm elf eml exe gadget gz hlp',
  'hta htm html img inf ins iso jar java jnlp jpeg jpg js jse jsp ksh library lnk mda mdb mde mhtml mov mpkg msc msg msh msi msp mst msu ocx',
  'odt one pdf php pif pkg png ppt pptm pptx prf prg pub rar reg rtf run scf scr sct shb shs svg swf sys tar tgz theme tif tiff txt url vb vbe',
  'vbs vhd vhdx vxd workflow wsc wsf wsh xbap xhtml xll xls xlsb xlsm xlsx xml zip',
);

const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_-]{0,61}[\p{L}\p{M}\p{N}])?`;
const HOST = new RegExp(String.raw`^(${LABEL}(?:\.${LABEL})*)(?::\d{1,5})?(?:[/?#]([^\\\p{C}]*))?$`, 'iu');
const MAILBOX = new RegExp(
  String.raw`^[\p{L}\p{N}_][\p{L}\p{N}._%+'-]{0,63}@(${LABEL}(?:\.${LABEL})*)(?:\?[^\\\p{C}]*)?$`,
  'iu',
);
const TELEPHONE =
  /^(?=(?:\D*\d){5})[+\d][\d ().+-]{4,40}(?:,? *(?:ext\.?|x) *\d{1,6})?$|^\(\d[\d ().-]{4,40}$|^(?:\+?1[- ])?8\d\d[- ][A-Z0-9]{2,8}(?:[- ][A-Z0-9]{2,8})?$/;
/** Remarks that there is no link, or not yet. */
const REMARK = /^(?:n[./]?a\.?|t\.?b\.?[da]\.?|none|null|unknown|pending|https?|www\.?|[-–—_?!*+= ]+)$/i;

/** A caption before an address that says what it is. */
const CAPTION =
  /^(?:\d{1,2}[.)] +|(?:url|web|web ?site|site|link|homepage|p[áa]gina web|sitio web|e-?mail|mail|correo|phone|telephone|tel[eé]fono|tel|fax|cell|mobile|call|see|visit)(?:\.? *: *|\. *| +))/i;
const PAIRS = ['""', "''", '<>', '()', '[]', '“”', '‘’', '«»'];

/**
 * Whether a link leads to a web page, an e-mail address or a telephone number (also as people write them), to a place in the document, or
 * nowhere: never to a file, share, script or other program. What is not recognised counts as harmful: another scheme may belong to a
 * program, and some viewers read text without a scheme as the name of a file beside the document. `isOfSite`: the document declares its
 * links relative to a web site.
 */
export const isHarmlessAddress = (address: string, { isOfSite = false } = {}): boolean => {
  const bare = address.replace(/^[\s\u0000]+|[\s\u0000]+$/g, '');
  return (
    bare === '' ||
    bare.startsWith('#') ||
    leadsToScheme(bare) ||
    isCareless(bare, 3) ||
    (isOfSite && isPageOfSite(bare))
  );
};

/** A web page may have one slash after the scheme, or none. A backslash could make it something else. A scheme has no blanks. */
const leadsToScheme = (address: string) =>
  /^(?:https?:(?![/\s]*\\)|(?:mailto|tel|fax|sms|callto):)/i.test(address) || PUBLICATION.test(address);

/** Matches the number of a publication in a catalogue. No program has registered these schemes. */
const PUBLICATION =
  /^(?:doi: ?10\.\d{1,9}\/[^\\\p{C}]{1,200}|(?:isbn|issn|pmid|arxiv): ?[\d.xX-]{4,20}|urn:(?:isbn|issn|doi|uuid|oid):[\w.:/-]{1,100})$/iu;

/** Names that a shell would run as a program. */
const PROGRAMS = wordsOf(
  'bash calc certutil cmd command cscript curl explorer ftp hh java control msconfig mshta msiexec mmc net node notepad open perl php powershell',
  'pwsh python python3 reg regedit regsvr32 ruby rundll32 schtasks sh ssh start sudo taskmgr telnet wget winrm winword excel wmic wscript zsh',
);
const WORD = String.raw`[\p{L}\p{N}][\p{L}\p{M}\p{N}'’&-]{0,40}`;
const WORDS = new RegExp(String.raw`^${WORD}[.,]?(?: ${WORD}[.,;!?]?){1,20}$`, 'u');
const DOI = /^10\.\d{4,9}\/([^\\\p{C}\s]{1,100})$/u;

/** Whether these are several words that cannot be the name of a file: none has a file ending, and the first is no program. */
function isWords(address: string): boolean {
  const [first = '', ...others] = address.toLowerCase().split(' ');
  const hasFileEnd = others.some((word, index) => (others[index - 1] ?? first).endsWith('.') && FILE_ENDS.has(word));
  return WORDS.test(address) && !PROGRAMS.has(first) && !hasFileEnd;
}

/** `10.1000/182`, without `doi:` before it. */
function isBareDoi(address: string): boolean {
  const [, rest = ''] = DOI.exec(address) ?? [];
  const [, end] = /\.(\w+)$/.exec(rest) ?? [];
  return rest !== '' && !rest.startsWith('/') && !leavesFolder(rest) && !FILE_ENDS.has(end?.toLowerCase() ?? '');
}

/**
 * Whether this is an address relative to a site, of names without a file ending: a viewer that ignores the site reads it as a file that
 * nothing would run.
 */
function isPageOfSite(address: string): boolean {
  const [, path = '', rest = ''] = /^([^?#]+)([?#].*)?$/su.exec(address) ?? [];
  const names = path.replace(/\/$/, '').split('/');
  const isName = (name: string) =>
    /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_-]{0,63}$/u.test(name) && !PROGRAMS.has(name.toLowerCase());
  return address.normalize('NFKC') === address.normalize('NFC') && names.every(isName) && !leavesFolder(rest);
}

/** `depth`: how many captions and brackets may still be removed from around the address. */
function isCareless(written: string, depth: number): boolean {
  const address = written.replaceAll('\u00a0', ' ').trim();
  // An address with characters that some programs read as others, such as full-width letters, is not harmless.
  if (/\p{C}/u.test(address) || address.normalize('NFKC') !== address.normalize('NFC')) return false;
  if (REMARK.test(address) || TELEPHONE.test(address) || isWords(address) || isBareDoi(address)) return true;
  const joined = address.replace(/ *([.@:]) */g, '$1');
  if (leadsToScheme(joined.replace(/^[a-z ]+:/i, (scheme) => scheme.replaceAll(' ', '')))) return true;
  if (isWebPage(joined) || isMailbox(joined)) return true;
  if (depth === 0) return false;
  return (
    unwrapped(address).some((inner) => inner !== '' && inner !== address && isPart(inner, depth - 1)) ||
    isList(address, depth - 1)
  );
}

const isPart = (address: string, depth: number) => leadsToScheme(address) || isCareless(address, depth);

/** The address without its caption, its brackets, the punctuation at its end, or the name of its owner. */
const unwrapped = (address: string): readonly string[] => [
  address.replace(CAPTION, ''),
  address.replace(/[.,;:!?]$/, ''),
  ...PAIRS.filter(([open, close]) => address.startsWith(open!) && address.endsWith(close!)).map(() =>
    address.slice(1, -1),
  ),
  address.replace(/^(?:"?[\p{L}\p{M}\p{N}'’-]+\.?,?"? +){1,6}(?=<[^<>]+@[^<>]+>$)/u, ''),
];

function isList(address: string, depth: number): boolean {
  const parts = address.split(/ *[,;] *| +(?:and|or|y|o) +/);
  return parts.length > 1 && parts.length < 9 && parts.every((part) => part !== '' && isPart(part, depth));
}

/**
 * `www.…`, or a host with a known ending. The scheme may be `http:` or a typing error of it, with another number of slashes, or with
 * backslashes.
 */
function isWebPage(address: string): boolean {
  const rest = address
    .replace(/^h{0,2}t{1,3}p{1,2}s{0,2}(?:[:;][\\/]{1,6}|\/\/:?|:\/:)/i, '')
    .replace(/^www,/i, 'www.');
  const [, host = '', path = ''] = HOST.exec(rest) ?? [];
  if (host === '' || leavesFolder(path)) return false;
  const end = host.slice(host.lastIndexOf('.') + 1).toLowerCase();
  return /^www\.[^.]+\./i.test(host) ? isHostEnd(end) : host.includes('.') && HOST_ENDS.has(end);
}

const isHostEnd = (end: string) => /^(?:\p{L}{2,63}|xn--[a-z0-9-]{1,59})$/u.test(end) && !FILE_ENDS.has(end);

/** A domain without a dot is a name within an office. */
function isMailbox(address: string): boolean {
  const [, host = ''] = MAILBOX.exec(address) ?? [];
  return host !== '' && (!host.includes('.') || isHostEnd(host.slice(host.lastIndexOf('.') + 1).toLowerCase()));
}

/** A viewer may read a host as a folder beside the document: nothing may lead out of that folder. */
function leavesFolder(path: string): boolean {
  const decoded = path.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return /[\\\p{C}]|(?:^|\/)\.+(?:\/|$)|%2e|%5c|%2f/iu.test(decoded);
}
