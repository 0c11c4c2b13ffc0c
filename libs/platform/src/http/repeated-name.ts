interface Frame {
  /** The names of an object so far; null: this is a list. */
  readonly names: Set<string> | null;
  /** The name or the index of the value that is being read. */
  at: string | number;
}

/**
 * The dotted path of the first name that occurs twice in one object of this JSON text; null: none. `JSON.parse` keeps the last of the
 * values without a warning. One pass without recursion. Invalid JSON is left to the parser, which refuses it.
 */
export function repeatedNameIn(json: string): string | null {
  const frames: Frame[] = [];
  for (let place = 0; place < json.length; place++) {
    const frame = frames.at(-1);
    switch (json[place]) {
      case '{':
        frames.push({ names: new Set(), at: '' });
        break;
      case '[':
        frames.push({ names: null, at: 0 });
        break;
      case '}':
      case ']':
        frames.pop();
        break;
      case ',':
        if (typeof frame?.at === 'number') frame.at++;
        break;
      case '"': {
        const end = endOfText(json, place);
        if (frame?.names && isBeforeColon(json, end)) {
          const name = nameOf(json.slice(place, end));
          if (name === null) return null;
          frame.at = name;
          if (frame.names.has(name)) return frames.map(({ at }) => at).join('.');
          frame.names.add(name);
        }
        place = end - 1;
        break;
      }
      default: // blanks, and the characters of numbers and literals
        break;
    }
  }
  return null;
}

/** The index after the closing quotation mark; the end of the JSON if there is none. */
function endOfText(json: string, start: number): number {
  for (let place = start + 1; place < json.length; place++) {
    if (json[place] === '\\') place++;
    else if (json[place] === '"') return place + 1;
  }
  return json.length;
}

function isBeforeColon(json: string, start: number): boolean {
  let place = start;
  while (' \t\r\n'.includes(json[place] ?? 'x')) place++;
  return json[place] === ':';
}

/** The decoded name: escapes are other spellings of the same name. Null: this is not JSON. */
function nameOf(text: string): string | null {
  if (!text.includes('\\')) return text.slice(1, -1);
  try {
    return JSON.parse(text) as string;
  } catch {
    return null;
  }
}
