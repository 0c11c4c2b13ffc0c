import { describe, expect, it } from '@jest/globals';
import { Newest } from './newest.js';

describe('The newest entries', () => {
  it('are those that were set last, also anew', () => {
    const newest = new Newest<string, number>(2);
    newest.set('a', 1).set('b', 2).set('a', 3).set('c', 4);
    expect([...newest]).toEqual([
      ['a', 3],
      ['c', 4],
    ]);
  });
});
