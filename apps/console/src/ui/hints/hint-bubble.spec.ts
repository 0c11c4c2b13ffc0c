import { describe, expect, it } from '@jest/globals';
import { tooltipPosition } from './hint-bubble.js';

describe('A tooltip', () => {
  const WINDOW = { width: 390, height: 844 };
  const BUBBLE = { width: 100, height: 24 };
  const anchorAt = (left: number, top: number) => ({ left, top, bottom: top + 40, width: 60 });

  it('stands centred below its element', () => {
    expect(tooltipPosition(anchorAt(150, 100), BUBBLE, WINDOW)).toEqual({ left: 130, top: 148 });
  });

  it('stands above where there is no room below, and below where it just fits', () => {
    expect(tooltipPosition(anchorAt(150, 773), BUBBLE, WINDOW).top).toBe(741);
    expect(tooltipPosition(anchorAt(150, 772), BUBBLE, WINDOW).top).toBe(820);
  });

  it('keeps its distance from both sides of the window', () => {
    expect(tooltipPosition(anchorAt(0, 100), BUBBLE, WINDOW).left).toBe(8);
    expect(tooltipPosition(anchorAt(330, 100), BUBBLE, WINDOW).left).toBe(282);
  });

  it('begins at the left where the window is narrower than its words', () => {
    expect(tooltipPosition(anchorAt(20, 100), { width: 400, height: 48 }, WINDOW).left).toBe(8);
  });

  it('stands beside an item of a menu, on the side that has room, and else below it', () => {
    const wide = { width: 800, height: 844 };
    const besideIn = (viewport: typeof wide, left: number, top: number) =>
      tooltipPosition(anchorAt(left, top), BUBBLE, viewport, true);
    expect(besideIn(wide, 150, 100)).toEqual({ left: 218, top: 100 });
    expect(besideIn(wide, 700, 100)).toEqual({ left: 592, top: 100 });
    expect(besideIn(wide, 150, 830)).toEqual({ left: 218, top: 812 });
    expect(besideIn({ width: 200, height: 844 }, 70, 100)).toEqual({ left: 50, top: 148 });
  });
});
