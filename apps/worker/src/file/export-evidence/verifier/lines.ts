import { createReadStream } from 'node:fs';

interface Line {
  readonly text: string;
  /** Where it begins in the file: in bytes, of an encoding that has one for each letter. */
  readonly start: number;
}

/** The lines of a text file; none if it is not there. Not `readline`, which ends a line at other characters too. */
export async function* linesOf(path: string, encoding: 'utf8' | 'latin1' = 'utf8'): AsyncGenerator<Line, void, void> {
  let [rest, start] = ['', 0];
  try {
    for await (const chunk of createReadStream(path, encoding) as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop()!;
      for (const text of lines) {
        yield { text, start };
        start += text.length + 1;
      }
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  if (rest !== '') yield { text: rest, start };
}
