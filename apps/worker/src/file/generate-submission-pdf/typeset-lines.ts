import type { SubmissionFonts } from './submission-fonts.js';

/** Text of a line that the template prints in one piece. */
export interface TypesetRun {
  readonly text: string;
  /** Absent for the base font. */
  readonly font?: string;
  /** Set for a word that may be wider than its column: it may break anywhere. */
  readonly breaks?: true;
}

export interface TypesetLine {
  readonly runs: readonly TypesetRun[];
  /** Set for a line that is read from the right. A name stays at the left of its column, a paragraph starts at the right. */
  readonly rtl?: 'left' | 'right';
}

/** Must be equal to the font of the template. */
const BASE = 'Throughline Sans';
/** Scripts that are written without spaces have their own rules for line breaks. */
const WIDE_WORD =
  /[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Khmer}\p{Script=Thai}\p{Script=Lao}\p{Script=Myanmar}]{24,}/gu;
/** A line has the direction of its first letter. */
const FROM_THE_RIGHT = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const LONGEST_NAME = 60;

/** Text that a person typed, for the template. */
export const typesetLines = (fonts: SubmissionFonts, typed: string): readonly TypesetLine[] =>
  fonts.printable(typed.trim()).map((line) => {
    const runs = line.map(({ family, text }) => ({
      text,
      ...(family !== null && family !== BASE && { font: family }),
    }));
    const text = textOf(runs);
    return {
      runs: withBreaks(runs, text),
      ...(FROM_THE_RIGHT.test(text) && {
        rtl: [...text].length > LONGEST_NAME ? ('right' as const) : ('left' as const),
      }),
    };
  });

export const textOf = (runs: readonly TypesetRun[]): string => runs.map(({ text }) => text).join('');

/** The runs of a line, divided where a wide word begins and ends. */
function withBreaks(runs: readonly TypesetRun[], text: string): readonly TypesetRun[] {
  const edges = [...text.matchAll(WIDE_WORD)].flatMap(({ index, 0: word }) => [index, index + word.length]);
  if (edges.length === 0) return runs;
  const divided: TypesetRun[] = [];
  let [at, passed] = [0, 0];
  for (const run of runs) {
    const end = at + run.text.length;
    for (let from = at; from < end;) {
      while (Number(edges[passed]) <= from) passed++;
      const to = Math.min(end, edges[passed] ?? end);
      // Edges come in pairs: between the first and the second one is a wide word.
      divided.push({ ...run, text: text.slice(from, to), ...(passed % 2 === 1 && { breaks: true as const }) });
      from = to;
    }
    at = end;
  }
  return divided;
}
