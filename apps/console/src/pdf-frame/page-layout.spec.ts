import { describe, expect, it } from '@jest/globals';
import { pageLayout } from './page-layout.js';

const LETTER = { width: 612, height: 792 };

describe('The layout of a page', () => {
  it('fills the width of the frame, times the zoom, as sharp as the screen', () => {
    expect(pageLayout(LETTER, 612, 1, 2)).toEqual({ scale: 1, ratio: 2 });
    expect(pageLayout(LETTER, 306, 2, 1)).toEqual({ scale: 1, ratio: 1 });
  });

  it.each([
    { width: 200_000, height: 200_000 },
    { width: 1, height: 200_000 },
    { width: 200_000, height: 1 },
    { width: 0.001, height: 0.001 },
    { width: 14_400, height: 14_400 },
  ])('of %j stays within what a browser can draw', (page) => {
    for (const zoom of [1, 3])
      for (const devicePixelRatio of [1, 3]) {
        const { scale, ratio } = pageLayout(page, 1_200, zoom, devicePixelRatio);
        const [width, height] = [page.width * scale * ratio, page.height * scale * ratio];
        expect(Math.max(width, height)).toBeLessThan(8_192.5);
        expect(width * height).toBeLessThan(16_777_300);
        expect(Math.max(page.width, page.height) * scale).toBeLessThan(30_001);
        expect(scale).toBeGreaterThan(0);
        expect(ratio).toBeGreaterThan(0);
      }
  });
});
