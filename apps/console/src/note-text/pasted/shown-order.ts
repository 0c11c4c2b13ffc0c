import type { Styles, StylesOf } from './style-sheets.js';

/* The visual order of a page's content, which may differ from its order in the source. */

/** Nodes in the visual order that their parent gives them. */
export function inShownOrder(nodes: readonly Node[], parent: Styles, stylesOf: StylesOf): readonly Node[] {
  const display = parent.get('display') ?? '';
  if (!/^(inline-)?(flex|grid)$/.test(display)) return nodes;
  const orderOf = (node: Node) =>
    node.nodeType === Node.ELEMENT_NODE ? Number(stylesOf(node as Element).get('order') ?? 0) || 0 : 0;
  const sorted = nodes.toSorted((one, other) => orderOf(one) - orderOf(other));
  const direction = `${parent.get('flex-direction') ?? ''} ${parent.get('flex-flow') ?? ''}`;
  return display.endsWith('flex') && /\b(row|column)-reverse\b/.test(direction) ? sorted.reverse() : sorted;
}

/** The visual order of adjacent floats: those on the right start at the right edge. */
export function inFloatedOrder(nodes: readonly Node[], stylesOf: StylesOf): Node[] {
  const isRight = (node: Node) => /^(right|inline-end)$/.test(stylesOf(node as Element).get('float') ?? '');
  return [...nodes.filter((node) => !isRight(node)), ...nodes.filter(isRight).reverse()];
}

/** Whether a grid places its children in another order than the source. */
export function isReordered(parent: Element, stylesOf: StylesOf): boolean {
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

/** Letters of scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * Handles an element that overrides the direction of its text. `read`: the text in the visual order; null: the source order is right, or
 * the order is unknown. `losesLayout`: the visual order is lost.
 */
export function againstDirection(
  element: Element,
  styles: Styles,
): { readonly read: string | null; readonly losesLayout: boolean } {
  const isOverridden = element.tagName === 'BDO' || /override/.test(styles.get('unicode-bidi') ?? '');
  const direction = styles.get('direction') ?? element.getAttribute('dir')?.toLowerCase();
  const text = element.textContent;
  if (!isOverridden || text.trim() === '') return { read: null, losesLayout: false };
  const hasRightToLeft = RIGHT_TO_LEFT.test(text);
  if (direction !== 'rtl') return { read: null, losesLayout: hasRightToLeft };
  if (hasRightToLeft || element.childElementCount > 0) return { read: null, losesLayout: true };
  return { read: (text.match(/\P{M}\p{M}*/gu) ?? []).reverse().join(''), losesLayout: false };
}
