/* What is read and written of a TrueType or OpenType file: its tables, the characters it has glyphs for, and its name. */

/** The tables of a font by their tags. @param {Buffer} font */
export function tablesOf(font) {
  const count = font.readUInt16BE(4);
  const tables = new Map();
  for (let at = 12; at < 12 + 16 * count; at += 16) {
    const offset = font.readUInt32BE(at + 8);
    tables.set(font.toString('latin1', at, at + 4), font.subarray(offset, offset + font.readUInt32BE(at + 12)));
  }
  return tables;
}

/** A font file of these tables, of the kind of `font`. */
export function fontOf(font, tables) {
  const sorted = [...tables].sort(([one], [other]) => (one < other ? -1 : 1));
  const power = Math.floor(Math.log2(sorted.length));
  const directory = Buffer.alloc(12 + 16 * sorted.length);
  font.copy(directory, 0, 0, 4);
  directory.writeUInt16BE(sorted.length, 4);
  directory.writeUInt16BE(16 * 2 ** power, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE(16 * (sorted.length - 2 ** power), 10);
  const parts = [directory];
  let offset = directory.length;
  for (const [index, [tag, table]] of sorted.entries()) {
    const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)]);
    const at = 12 + 16 * index;
    directory.write(tag, at, 'latin1');
    directory.writeUInt32BE(checksumOf(padded), at + 4);
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(table.length, at + 12);
    parts.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(parts);
}

function checksumOf(table) {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
  return sum;
}

/** A `name` table that holds the family, the style and the PostScript name alone. */
export function nameTable(family, style) {
  const names = [
    [1, family],
    [2, 'Regular'],
    [4, `${family} ${style}`],
    [6, `${family}-${style}`.replaceAll(' ', '')],
    [16, family],
    [17, style],
  ].map(([id, text]) => [id, Buffer.from(text, 'utf16le').swap16()]);
  const records = Buffer.alloc(6 + 12 * names.length);
  records.writeUInt16BE(names.length, 2);
  records.writeUInt16BE(records.length, 4);
  let offset = 0;
  for (const [index, [id, text]] of names.entries()) {
    // Windows, Unicode, English (United States).
    for (const [field, value] of [3, 1, 0x409, id, text.length, offset].entries()) {
      records.writeUInt16BE(value, 6 + 12 * index + 2 * field);
    }
    offset += text.length;
  }
  return Buffer.concat([records, ...names.map(([, text]) => text)]);
}

/** The font with every glyph wider by a gap at its right, of `gap` em. */
export function widen(font, gap) {
  const tables = tablesOf(font);
  const units = Math.round(gap * tables.get('head').readUInt16BE(18));
  const widths = tables.get('hmtx');
  for (let glyph = 0; glyph < tables.get('hhea').readUInt16BE(34); glyph++) {
    widths.writeUInt16BE(widths.readUInt16BE(4 * glyph) + units, 4 * glyph);
  }
  return font;
}

/** The code points that a font has glyphs for, in order, by its `cmap` (formats 4 and 12; the wider one where it has both). */
export function codePointsOf(cmap) {
  const codePoints = new Set();
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const subtable = cmap.subarray(cmap.readUInt32BE(4 + 8 * index + 4));
    const format = subtable.readUInt16BE(0);
    if (format === 4) addSegments(codePoints, subtable);
    else if (format === 12) addGroups(codePoints, subtable);
  }
  return [...codePoints].sort((one, other) => one - other);
}

function addSegments(codePoints, table) {
  const doubled = table.readUInt16BE(6);
  for (let at = 14; at < 14 + doubled; at += 2) {
    const [end, start] = [table.readUInt16BE(at), table.readUInt16BE(at + 2 + doubled)];
    const delta = table.readUInt16BE(at + 2 + 2 * doubled);
    const rangeAt = at + 2 + 3 * doubled;
    const range = table.readUInt16BE(rangeAt);
    for (let code = start; code <= end && code !== 0xffff; code++) {
      const glyph = range === 0 ? code : table.readUInt16BE(rangeAt + range + 2 * (code - start));
      if (glyph !== 0 && ((glyph + delta) & 0xffff) !== 0) codePoints.add(code);
    }
  }
}

function addGroups(codePoints, table) {
  for (let at = 16; at < 16 + 12 * table.readUInt32BE(12); at += 12) {
    const [start, end, glyph] = [0, 4, 8].map((field) => table.readUInt32BE(at + field));
    for (let code = start; code <= end; code++) if (glyph + code - start !== 0) codePoints.add(code);
  }
}
