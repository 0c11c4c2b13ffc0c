import type { Styles, StylesOf } from './style-sheets.js';

/* The order in which styles show what a page holds, which may be another than that in which it is written. */

/** Nodes in the order in which their parent shows them. */
export function inShownOrder(nodes: readonly Node[], parent: Styles, stylesOf: StylesOf): readonly Node[] {
  const display = parent.get('display') ?? '';
  if (!/^(inline-)?(flex|grid)$/.test(display)) return nodes;
  const orderOf = (node: Node) =>
    node.nodeType === Node.ELEMENT_NODE ? Number(stylesOf(node as Element).get('order') ?? 0) || 0 : 0;
  const sorted = nodes.toSorted((one, other) => orderOf(one) - orderOf(other));
  const direction = `${parent.get('flex-direction') ?? ''} ${parent.get('flex-flow') ?? ''}`;
  return display.endsWith('flex') && /\b(row|column)-reverse\b/.test(direction) ? sorted.reverse() : sorted;
}

/** Floats beside one another: those to the right begin at the edge. */
export function inFloatedOrder(nodes: readonly Node[], stylesOf: StylesOf): Node[] {
  const isRight = (node: Node) => /^(right|inline-end)$/.test(stylesOf(node as Element).get('float') ?? '');
  return [...nodes.filter((node) => !isRight(node)), ...nodes.filter(isRight).reverse()];
}

/** Whether a grid shows its children in another order than they are written in. */
export function isPlacedOtherwise(parent: Element, stylesOf: StylesOf): boolean {
  if (!/^(inline-)?grid$/.test(stylesOf(parent).get('display') ?? '')) return false;
  const places = [...parent.children].map((child) => placeIn(stylesOf(child)));
  return places.some((place, index) => {
    const before = places[index - 1];
    if (before === undefined) return false;
    const rows = (place.row ?? NaN) - (before.row ?? NaN);
    return rows < 0 || (!(rows > 0) && place.column !== null && before.column !== null && place.column < before.column);
  });
}

function placeIn(styles: Styles): { readonly row: number | null; readonly column: number | null } {
  const [row, column] = (styles.get('grid-area') ?? '').split('/');
  const first = (...written: readonly (string | undefined)[]) => {
    const [figures] = /^\s*\d+/.exec(written.find((one) => one !== undefined) ?? '') ?? [];
    return figures === undefined ? null : Number(figures);
  };
  return {
    row: first(styles.get('grid-row-start'), styles.get('grid-row'), row),
    column: first(styles.get('grid-column-start'), styles.get('grid-column'), column),
  };
}

/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * The text of an element whose characters are shown against their own direction, as it was read; null: they are not, or the element has others
 * in it, and `isOtherwise` is whether their order is lost.
 */
export function againstDirection(
  element: Element,
  styles: Styles,
): { readonly read: string | null; readonly isOtherwise: boolean } {
  const isOverridden = element.tagName === 'BDO' || /override/.test(styles.get('unicode-bidi') ?? '');
  const direction = styles.get('direction') ?? element.getAttribute('dir')?.toLowerCase();
  const text = element.textContent;
  if (!isOverridden || text.trim() === '') return { read: null, isOtherwise: false };
  const hasRightToLeft = RIGHT_TO_LEFT.test(text);
  if (direction !== 'rtl') return { read: null, isOtherwise: hasRightToLeft };
  if (hasRightToLeft || element.childElementCount > 0) return { read: null, isOtherwise: true };
  return { read: (text.match(/\P{M}\p{M}*/gu) ?? []).reverse().join(''), isOtherwise: false };
}
