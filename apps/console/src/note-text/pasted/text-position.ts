import { gapsOf, isBlock, isBox, isInlineBox, isSmaller } from './pasted-layout.js';
import { againstDirection } from './shown-order.js';
import type { Styles } from './style-sheets.js';

/** What the position of an element relative to its surroundings means for its text. */
export interface TextPosition {
  readonly hasGapBefore: boolean;
  readonly hasGapAfter: boolean;
  /** The element's text in the visual order; null: as in the source. */
  readonly read: string | null;
  /** The element's position has a meaning that a note cannot show. */
  readonly losesLayout: boolean;
}

interface Around {
  /** The last character before the element, on the same line. */
  readonly before: string;
  /** The font size of the surrounding characters, in px; null: unknown. */
  readonly size: number | null;
  readonly parent: Styles;
  /** Whether the element is raised or lowered in a way that a note can show. */
  readonly isRaised: boolean;
}

/** Decides whether the element's text must be separated from the text beside it, and whether its position has a meaning that is lost. */
export function textPositionOf(
  element: Element,
  styles: Styles,
  { before, size, parent, isRaised }: Around,
): TextPosition {
  const { read, losesLayout } = againstDirection(element, styles);
  // A raised number belongs to the text beside it.
  if (isRaised) return { hasGapBefore: false, hasGapAfter: false, read, losesLayout };
  const tag = element.tagName.toUpperCase();
  const gaps = gapsOf(tag, styles);
  const text = element.textContent.trim();
  const isNumber = /^\d[\d.,/]*$/.test(text);
  const isInLine = !isBox(tag, styles);
  const [over, under] = [hasLine('top', styles), hasLine('bottom', styles)];
  const isFraction = over !== under && text !== '';
  const isBelow = isFraction && isInLine && over;
  const isAbove = isFraction && isInLine && isNumber && under && /^\d/.test(element.nextSibling?.textContent ?? '');
  const isStacked = isFraction && isNumber && isBlock(tag, styles) && isInlineBox(parent);
  // An exponent or an amount of cents.
  const isSmallFigure = isInLine && isNumber && /\d/.test(before) && isSmaller(tag, styles, size);
  return {
    hasGapBefore: gaps.before || isBelow,
    hasGapAfter: gaps.after || isAbove,
    read,
    losesLayout: losesLayout || isBelow || isAbove || isStacked || isSmallFigure,
  };
}

function hasLine(side: 'top' | 'bottom', styles: Styles): boolean {
  const names = [`border-${side}`, `border-${side}-style`, `border-${side}-width`];
  const written = names.map((name) => styles.get(name) ?? '').join(' ');
  return /\b(solid|dashed|dotted|double)\b/.test(written) && !/(^|\s)0([a-z]+)?(\s|$)/.test(written);
}
