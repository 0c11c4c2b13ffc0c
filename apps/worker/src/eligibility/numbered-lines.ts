import type { Readable } from 'node:stream';

export interface NumberedLine {
  /** The first one is 1. */
  readonly line: number;
  /** Without its end; null: it has more than `longest` characters. */
  readonly text: string | null;
}

/** The lines of a text file in UTF-8, with whatever end they have; however long the file or a line is, little of it is held at once. */
export async function* numberedLines(file: Readable, longest: number): AsyncGenerator<NumberedLine> {
  const decoder = new TextDecoder();
  const shown = (text: string) => (text.length > longest ? null : text);
  let line = 0;
  let rest = '';
  for await (const chunk of file as AsyncIterable<Uint8Array>) {
    // A return at the very end may be half of a line's end.
    const texts = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    // One that is too long stays so by its last characters, of which the very last may be a return.
    rest = (texts.pop() ?? '').slice(-(longest + 2));
    for (const text of texts) yield { line: ++line, text: shown(text) };
  }
  const last = rest.replace(/\r$/, '');
  if (last !== '') yield { line: ++line, text: shown(last) };
}
