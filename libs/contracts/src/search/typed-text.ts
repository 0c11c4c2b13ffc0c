/*
 * Rules for typed text in all fields of all forms: any script, but no text that looks different from what it is. Text with control
 * characters, or with characters that change the reading direction, can look like other text; text of invisible characters looks empty.
 */

/**
 * Control characters, line and paragraph separators, unpaired surrogates, noncharacters, overrides and isolates of the reading direction (and
 * the deprecated format characters beside them), annotation marks, and the object replacement character.
 */
const UNSHOWABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u206f\ufff9-\ufffc]/u;

/**
 * Any character except spaces, controls, marks (which need a character before them) and those that fonts draw as nothing: the ignorable
 * ones, a Braille cell without dots, the blanks of hieroglyphs and the null notehead.
 */
const VISIBLE = /[^\p{Z}\p{M}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\u{13441}\u{13442}\u{1d159}]/u;

/** A visible character of these scripts, or one that they share with other scripts. */
const ofScripts = (scripts: string) =>
  `(?!\\p{Default_Ignorable_Code_Point})[${scripts.replace(/\w+ ?/g, String.raw`\p{Script_Extensions=$&}`).replaceAll(' ', '')}]`;
/** Scripts whose letters change their shape next to some others. */
const JOINED = ofScripts(
  'Adlam Arabic Balinese Bengali Chakma Devanagari Gujarati Gurmukhi Hanifi_Rohingya Javanese Kannada Khmer Malayalam ' +
    'Meetei_Mayek Mongolian Myanmar Nko Oriya Sinhala Sundanese Syriac Tai_Tham Tamil Telugu Tibetan',
);
/** Scripts without spaces between words. */
const UNSPACED = ofScripts('Khmer Lao Myanmar New_Tai_Lue Tai_Le Tai_Tham Thai');
const RIGHT_TO_LEFT = new RegExp(ofScripts('Adlam Arabic Hanifi_Rohingya Hebrew Nko Syriac Thaana'), 'u');

/** Invisible characters together with the visible one whose spelling or shape they are part of. */
const SPELLINGS = [
  `${JOINED}[\\u200c\\u200d]`,
  `${UNSPACED}\\u200b(?=${UNSPACED})`,
  `${ofScripts('Mongolian')}[\\u180b-\\u180f]{1,2}`,
  String.raw`\p{Script=Han}[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`,
  String.raw`[\p{Script=Myanmar}\p{Script=Phags_Pa}]\ufe00`,
  // Emoji of more than one code point; a flag with tags is that of England, Scotland or Wales.
  String.raw`[0-9#*]\ufe0f(?=\u20e3)`,
  String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}]\u200d(?=\p{Extended_Pictographic})`,
  String.raw`\p{Extended_Pictographic}[\ufe0e\ufe0f](?:\u200d(?=\p{Extended_Pictographic}))?`,
  String.raw`\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}`,
];
/** Without the direction changes: those are refused, because removing them would change the order in which the text reads. */
const INVISIBLE = String.raw`(?![\u202a-\u202e\u2066-\u206f])\p{Default_Ignorable_Code_Point}`;
/** All invisible characters. The first group is kept. */
const REMOVED = new RegExp(`(${SPELLINGS.join('|')})|${INVISIBLE}`, 'gu');
/**
 * Like `REMOVED`, for text with right-to-left characters. It keeps direction marks, because they decide how the characters beside them
 * read.
 */
const REMOVED_FROM_RIGHT_TO_LEFT = new RegExp(
  String.raw`([\u061c\u200e\u200f]|${SPELLINGS.join('|')})|${INVISIBLE}`,
  'gu',
);

/** Whether a single line contains characters that are refused. */
export const hasUnshowable = (line: string): boolean => UNSHOWABLE.test(line);

/** Like `hasUnshowable`, for a text area, which may contain line ends and tabs. */
export const hasUnshowableInLines = (text: string): boolean => UNSHOWABLE.test(text.replaceAll(/[\t\n\r]/g, ''));

/** What ends a line besides `\n` and `\r`. */
export const OTHER_LINE_ENDS = /[\v\f\u0085\u2028\u2029]/g;
const UNSHOWABLE_IN_LINES = new RegExp(`(?![\\t\\n\\r])${UNSHOWABLE.source}|\\ufeff`, 'gu');

/** The text of a text area without the characters that are refused, and without byte order marks. Other line ends become `\n`. */
export const withoutUnshowable = (text: string): string =>
  text.replaceAll(OTHER_LINE_ENDS, '\n').replaceAll(UNSHOWABLE_IN_LINES, '');

/**
 * The text as it looks: trimmed, and without pasted invisible characters unless they are part of its spelling. Otherwise two texts that look
 * alike would differ. Empty if nothing is visible.
 */
export function shown(text: string): string {
  if (!VISIBLE.test(text)) return '';
  const removed = RIGHT_TO_LEFT.test(text) ? REMOVED_FROM_RIGHT_TO_LEFT : REMOVED;
  return text.replaceAll(removed, (_, kept?: string) => kept ?? '').trim();
}

export const unshowable = (label: string): string =>
  `${label} holds characters that cannot be shown. Please type it again.`;
