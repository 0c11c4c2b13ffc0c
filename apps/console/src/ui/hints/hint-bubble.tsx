import { styled } from '@mui/material/styles';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useLanguage } from '../../language/language.js';

/** Distance of the hint from its element and from the edges of the window. */
const GAP_PX = 8;

interface HintBubbleProps {
  readonly id: string;
  readonly anchor: Element;
  /** Shown above the text, and not read by screen readers. */
  readonly name: string | undefined;
  readonly onEscape: () => void;
  readonly children: string;
}

/** What a hint says. Loaded at rest, or earlier with the first hint. */
export function HintBubble({ id, anchor, name, onEscape, children }: HintBubbleProps) {
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => moveTo(bubble.current!, anchor);
    place();
    window.addEventListener('scroll', place, { capture: true, passive: true });
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
    };
  }, [anchor, children]);
  useEffect(() => {
    const end = ({ key }: KeyboardEvent) => key === 'Escape' && onEscape();
    document.addEventListener('keydown', end);
    return () => document.removeEventListener('keydown', end);
  });
  return createPortal(
    // A click on it is none on the element, of which it is a part to React.
    <Bubble ref={bubble} id={id} role="tooltip" lang={useLanguage()} onClick={(event) => event.stopPropagation()}>
      {name === undefined ? null : (
        <div aria-hidden style={{ fontWeight: 700 }}>
          {name}
        </div>
      )}
      {children}
    </Bubble>,
    document.body,
  );
}

function moveTo(bubble: HTMLElement, anchor: Element): void {
  const viewport = { width: document.documentElement.clientWidth, height: window.innerHeight };
  const beside = anchor.matches('[role^="menuitem"]');
  const { left, top } = tooltipPosition(
    anchor.getBoundingClientRect(),
    bubble.getBoundingClientRect(),
    viewport,
    beside,
  );
  bubble.style.translate = `${left}px ${top}px`;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The position of a tooltip in the window, in pixels: centred below its anchor, or above it if there is no room below. `beside`: to the right
 * of the anchor, or to its left, if there is room for it, so that the other items of a menu stay visible.
 */
export function tooltipPosition(
  anchor: Pick<DOMRect, 'left' | 'top' | 'bottom' | 'width'>,
  { width, height }: Size,
  viewport: Size,
  beside = false,
): { readonly left: number; readonly top: number } {
  const right = anchor.left + anchor.width + GAP_PX;
  const side = [right, anchor.left - GAP_PX - width].find(
    (left) => left >= GAP_PX && left + width + GAP_PX <= viewport.width,
  );
  if (beside && side !== undefined) {
    return { left: side, top: Math.max(GAP_PX, Math.min(anchor.top, viewport.height - height - GAP_PX)) };
  }
  const below = anchor.bottom + GAP_PX;
  const fitsBelow = below + height <= viewport.height;
  const centred = anchor.left + (anchor.width - width) / 2;
  return {
    left: Math.max(GAP_PX, Math.min(centred, viewport.width - width - GAP_PX)),
    top: fitsBelow ? below : anchor.top - GAP_PX - height,
  };
}

const Bubble = styled('div')(({ theme }) => ({
  position: 'fixed',
  top: 0,
  left: 0,
  zIndex: theme.zIndex.tooltip,
  maxWidth: 300,
  padding: theme.spacing(0.5, 1),
  borderRadius: theme.vars.shape.borderRadius,
  fontSize: '0.75rem',
  fontWeight: 500,
  lineHeight: 1.4,
  overflowWrap: 'anywhere',
  color: theme.vars.palette.common.white,
  background: theme.vars.palette.Tooltip.bg,
}));
