import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One file of dist/fonts, as `fonts/build.mjs` describes it. */
interface FontFile {
  readonly file: string;
  readonly family: string;
  /** The first and the last of each run of code points that it has glyphs for. */
  readonly ranges: readonly number[];
}

/** `dist/fonts`, seen from the built module and, by a spec, from its source. */
const FOLDER = ['../../../../../fonts', '../../../../../dist/fonts']
  .map((path) => join(import.meta.dirname, path))
  .find((path) => existsSync(join(path, 'coverage.json')));

/** Characters that are invisible or break a line. No font needs a glyph for them. */
const NEEDS_NO_GLYPH = /[\n\p{Default_Ignorable_Code_Point}]/u;
const LINE_BREAK = /\r\n|[\r\v\f\u0085\u2028\u2029]/gu;
const EMPTY_LINES = /\n(?:\s*\n){2,}/gu;
/** The families of every document, and of digits before a gap, as `fonts/build.mjs` names them. */
const OF_EVERY_DOCUMENT = ['Throughline Sans', 'Throughline Spaced'];
/** Joins several emoji to one picture. They are printed one by one if no font has the joined one. */
const JOINER = '\u200d';
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * The fonts of the submission PDF, by their glyphs: finds the fonts for a text and the text that can be printed.
 * A letter and its marks are printed from one font. A character that no font has is described in words.
 */
export class SubmissionFonts {
  private readonly candidates = new Map<string, readonly FontFile[]>();

  /** @throws Error where dist/fonts was not built */
  static read(): SubmissionFonts {
    if (FOLDER === undefined) throw new Error('dist/fonts is not there: `npm start` and `npm test` build it.');
    return new SubmissionFonts(FOLDER, JSON.parse(readFileSync(join(FOLDER, 'coverage.json'), 'utf8')) as FontFile[]);
  }

  private constructor(
    /** The folder of the font files. */
    readonly folder: string,
    private readonly files: readonly FontFile[],
  ) {}

  /** The text as it can be printed, with at most one empty line between two lines; adds the families that it needs to `families`. */
  printable(text: string, families: Set<string>): string {
    const wellFormed = text.toWellFormed().replace(LINE_BREAK, '\n').replaceAll('\t', ' ').replace(EMPTY_LINES, '\n\n');
    let printed = '';
    for (const { segment } of GRAPHEMES.segment(wellFormed)) printed += this.printableGrapheme(segment, families);
    return printed;
  }

  /** The families that a document may use, in the order in which they are searched for a character: `families`, and those of every document. */
  inOrder(families: ReadonlySet<string>): readonly string[] {
    const taken = this.files.filter(({ family }) => families.has(family) || OF_EVERY_DOCUMENT.includes(family));
    return [...new Set(taken.map(({ family }) => family))];
  }

  private printableGrapheme(grapheme: string, families: Set<string>): string {
    const characters = [...grapheme].filter((character) => !NEEDS_NO_GLYPH.test(character));
    const [first] = characters;
    if (first === undefined) return grapheme;
    const candidates = this.filesWith(first);
    const file = candidates.find((one) => characters.every((other) => this.filesWith(other).includes(one)));
    const best = file ?? candidates[0];
    if (file === undefined && grapheme.includes(JOINER))
      return this.printable(grapheme.replaceAll(JOINER, ''), families);
    if (best !== undefined) families.add(best.family);
    if (file !== undefined) return grapheme;
    const isPrinted = (character: string) => best !== undefined && this.filesWith(character).includes(best);
    return Array.from(grapheme, (character) =>
      NEEDS_NO_GLYPH.test(character) || isPrinted(character) ? character : inWords(character),
    ).join('');
  }

  /** The files that have a glyph for a character, the one that prints it first. */
  private filesWith(character: string): readonly FontFile[] {
    const known = this.candidates.get(character);
    if (known !== undefined) return known;
    const code = character.codePointAt(0) ?? 0;
    const found = this.files.filter(({ ranges }) => isWithin(ranges, code));
    this.candidates.set(character, found);
    return found;
  }
}

function isWithin(ranges: readonly number[], code: number): boolean {
  let [low, high] = [0, ranges.length / 2];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (Number(ranges[2 * middle + 1]) < code) low = middle + 1;
    else high = middle;
  }
  return low < ranges.length / 2 && Number(ranges[2 * low]) <= code;
}

/** The code point, so that the reader can look the character up. */
function inWords(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return /\p{Script=Han}/u.test(character) ? `[Chinese character U+${code}]` : `[character U+${code}]`;
}
