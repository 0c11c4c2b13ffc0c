import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of dist/fonts, as `fonts/build.mjs` lists it. */
interface FontFile {
  readonly file: string;
  readonly family: string;
  /** The first and the last of each run of code points that it has glyphs for. */
  readonly ranges: readonly number[];
}

/** Consecutive text of a line that one font family can print. */
export interface FontRun {
  /** The font family of the run; null if none of its characters needs a glyph. */
  readonly family: string | null;
  readonly text: string;
}

/** `dist/fonts`, relative to the built module and, for a spec, to its source. */
const FOLDER = ['../../../../../fonts', '../../../../../dist/fonts']
  .map((path) => join(import.meta.dirname, path))
  .find((path) => existsSync(join(path, 'coverage.json')));

/** Characters that are invisible. No font needs a glyph for them. */
const NEEDS_NO_GLYPH = /\p{Default_Ignorable_Code_Point}/u;
const LINE_BREAK = /\r\n|[\r\v\f\u0085\u2028\u2029]/gu;
const EMPTY_LINES = /\n(?:\s*\n){2,}/gu;
/** The base family of every document, as named by `fonts/build.mjs`. */
const BASE = 'Throughline Sans';
/** Joins several emoji into one picture. They are printed singly if no font has the joined one. */
const JOINER = '\u200d';
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * The fonts of the submission PDF, by their glyphs. Finds which text can be printed, and the font of each run of it. Typst would search the
 * fonts of a document one after another and shape every missing character with each of them, and there are hundreds for Chinese and Korean.
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

  /** The lines of a printable text, each in runs of one family, with at most one empty line in a row. */
  printable(text: string): readonly (readonly FontRun[])[] {
    const wellFormed = text.toWellFormed().replace(LINE_BREAK, '\n').replaceAll('\t', ' ').replace(EMPTY_LINES, '\n\n');
    return wellFormed.split('\n').map((line) => joined(this.runsOf(line)));
  }

  private runsOf(line: string): FontRun[] {
    return Array.from(GRAPHEMES.segment(line), ({ segment }) => this.runsOfGrapheme(segment)).flat();
  }

  private runsOfGrapheme(grapheme: string): readonly FontRun[] {
    const characters = [...grapheme].filter((character) => !NEEDS_NO_GLYPH.test(character));
    const [first] = characters;
    if (first === undefined) return [{ family: null, text: grapheme }];
    const candidates = this.filesWith(first);
    const file = candidates.find((one) => characters.every((other) => this.filesWith(other).includes(one)));
    if (file !== undefined) return [{ family: file.family, text: grapheme }];
    if (grapheme.includes(JOINER)) return this.runsOf(grapheme.replaceAll(JOINER, ''));
    const [best] = candidates;
    return Array.from(grapheme, (character) => {
      if (NEEDS_NO_GLYPH.test(character)) return { family: null, text: character };
      return best !== undefined && this.filesWith(character).includes(best)
        ? { family: best.family, text: character }
        : { family: BASE, text: inWords(character) };
    });
  }

  /** The files that have a glyph for a character, the preferred one first. */
  private filesWith(character: string): readonly FontFile[] {
    const known = this.candidates.get(character);
    if (known !== undefined) return known;
    const code = character.codePointAt(0) ?? 0;
    const found = this.files.filter(({ ranges }) => isWithin(ranges, code));
    this.candidates.set(character, found);
    return found;
  }
}

/** Merges the runs as far as possible. A character that needs no glyph belongs to the run before it. */
function joined(runs: readonly FontRun[]): readonly FontRun[] {
  const found: { family: string | null; text: string }[] = [];
  for (const { family, text } of runs) {
    const last = found.at(-1);
    if (last === undefined || (family !== null && last.family !== null && family !== last.family))
      found.push({ family, text });
    else {
      last.family ??= family;
      last.text += text;
    }
  }
  return found;
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

/** Replaces the character by its code point, so that the reader can look it up. */
function inWords(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return /\p{Script=Han}/u.test(character) ? `[Chinese character U+${code}]` : `[character U+${code}]`;
}
