import { gapsOf, isBlock, isBox, isInlineBox, isSmaller } from './pasted-layout.js';
import { againstDirection } from './shown-order.js';
import type { Styles } from './style-sheets.js';

/** How an element stands beside, or above, what is around it. */
export interface Standing {
  readonly isApartBefore: boolean;
  readonly isApartAfter: boolean;
  /** Its text as it was read; null: as it is written. */
  readonly read: string | null;
  /** Its place says something that a note cannot say. */
  readonly isOtherwise: boolean;
}

interface Around {
  /** The last character before it on its line. */
  readonly before: string;
  /** The size of the characters around it, in px; null: not known. */
  readonly size: number | null;
  readonly parent: Styles;
  /** Its characters are raised or lowered, as a note can say. */
  readonly isRaised: boolean;
}

/** What a note would make of the element, if it joined its characters to those beside it. */
export function standingOf(element: Element, styles: Styles, { before, size, parent, isRaised }: Around): Standing {
  const { read, isOtherwise } = againstDirection(element, styles);
  // A raised figure belongs to what it stands beside.
  if (isRaised) return { isApartBefore: false, isApartAfter: false, read, isOtherwise };
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
  // An exponent, or cents.
  const isSmallFigure = isInLine && isNumber && /\d/.test(before) && isSmaller(tag, styles, size);
  return {
    isApartBefore: gaps.before || isBelow,
    isApartAfter: gaps.after || isAbove,
    read,
    isOtherwise: isOtherwise || isBelow || isAbove || isStacked || isSmallFigure,
  };
}

function hasLine(side: 'top' | 'bottom', styles: Styles): boolean {
  const names = [`border-${side}`, `border-${side}-style`, `border-${side}-width`];
  const written = names.map((name) => styles.get(name) ?? '').join(' ');
  return /\b(solid|dashed|dotted|double)\b/.test(written) && !/(^|\s)0([a-z]+)?(\s|$)/.test(written);
}
