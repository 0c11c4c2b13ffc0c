import { isBlock, pxOf } from './pasted-layout.js';
import { type Styles } from './style-sheets.js';

/** In px. An element that is moved by this much is outside of the visible page. */
const OFFSCREEN_PX = 400;
const NONE = '0*\\.?0+(?:[a-z]+|%)?';
const NOTHING = new RegExp(`^${NONE}$`);

/** Whether styles move an element out of the visible page or leave no room for it. */
export function isOutOfSight(tag: string, styles: Styles): boolean {
  const styleOf = (name: string) => styles.get(name) ?? '';
  const position = styleOf('position');
  const isPlaced = /^(absolute|fixed)$/.test(position);
  const isBoxed =
    isPlaced || isBlock(tag, styles) || /^inline-|^table-cell$/.test(styleOf('display')) || styles.has('float');
  const inset = styleOf('inset').split(/\s+/);
  const sides = ['top', 'right', 'bottom', 'left'].map((side, index) => styles.get(side) ?? inset[index]);
  const moves = [
    ...(isPlaced || position === 'relative' ? sides : []),
    ...['margin-left', 'margin-top', 'text-indent', 'translate'].map(styleOf),
    ...(/\btranslate(?:[xy]|3d)?\((.*?)\)/.exec(styleOf('transform'))?.[1] ?? '').split(','),
  ];
  return (
    moves.some((length) => pxOf(length) <= -OFFSCREEN_PX) ||
    /\bscale(?:[xy]|3d)?\(\s*0*\.?0+\s*[,)]/.test(styleOf('transform')) ||
    /\bopacity\(\s*0*\.?0+%?\s*\)/.test(styleOf('filter')) ||
    NOTHING.test(styleOf('zoom')) ||
    (isPlaced && isEmptyRect(styleOf('clip'))) ||
    isEmptyPath(styleOf('clip-path')) ||
    (isBoxed && isSqueezed(styles))
  );
}

/** Whether a box is at most one pixel wide or high and hides its overflow. */
const isSqueezed = (styles: Styles) =>
  ['overflow', 'overflow-x', 'overflow-y'].some((name) => /hidden|clip/.test(styles.get(name) ?? '')) &&
  ['width', 'height', 'max-width', 'max-height'].some(
    (name) => /^[\d.]/.test(styles.get(name) ?? '') && pxOf(styles.get(name), 100) <= 1,
  );

function isEmptyRect(clip: string): boolean {
  const [top, right, bottom, left] = (/^rect\((.*)\)$/.exec(clip)?.[1] ?? '').split(/[\s,]+/);
  return left !== undefined && (top === bottom || left === right);
}

function isEmptyPath(path: string): boolean {
  const [, shape, text = ''] = /^(inset|circle|ellipse|polygon)\((.*)\)$/.exec(path) ?? [];
  if (shape === 'inset') {
    const [top = 0, right = top, bottom = top, left = right] = text.split(/\s+/).map((length) => pxOf(length, 100));
    return top + bottom >= 100 || left + right >= 100;
  }
  if (shape === 'polygon') return new Set(text.split(/\s*,\s*/)).size === 1;
  return shape !== undefined && new RegExp(`^${NONE}(\\s|$)`).test(text);
}
