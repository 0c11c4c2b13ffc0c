import { describe, expect, it } from '@jest/globals';
import { isTilePath, joinBundle, splitBundle, tilePath } from './tile.js';

describe('A tile', () => {
  it.each([
    [tilePath(0, 0), 'tile/0/000'],
    [tilePath(2, 1_234_067), 'tile/2/x001/x234/067'],
    [tilePath(1, 999, 5), 'tile/1/999.p/5'],
    [tilePath('entries', 1_000, 256), 'tile/entries/x001/000'],
  ])('has the address %s', (path, expected) => {
    expect(path).toBe(expected);
    expect(isTilePath(path)).toBe(true);
  });

  it.each([
    'tile/0/../../secret',
    'tile/0/1',
    'tile/64/000',
    'tile/00/000',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/000/000',
    'tile/0/x000',
    'pending',
    'checkpoint',
    'tile/entries/000.p/05',
    '',
  ])('does not have the address “%s”', (path) => expect(isTilePath(path)).toBe(false));

  it('of entries holds texts of any letters, and loses no more than a broken end', () => {
    const entries = ['', 'Peña', 'x'.repeat(65_535)];
    const bundle = joinBundle(entries);
    expect(splitBundle(bundle)).toEqual(entries);
    expect(splitBundle(bundle.subarray(0, -1))).toEqual(entries.slice(0, 2));
  });
});
