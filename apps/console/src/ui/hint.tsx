import { styled } from '@mui/material/styles';
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

/** How long the pointer must rest on the element before the hint appears. */
const SHOW_DELAY_MS = 400;
/** Time for the pointer to move from the element to the hint. */
const HIDE_DELAY_MS = 150;
/** How long a hint stays after a tap. */
const TAP_DURATION_MS = 4_000;
/** Distance of the hint from its element and from the edges of the window. */
const GAP_PX = 8;

interface Described {
  readonly title?: string;
  readonly 'aria-describedby'?: string;
}

interface HintProps {
  /** Empty for no hint. */
  readonly text: string;
  /** Shows the hint on a tap too. For an element that has no other action on a tap. */
  readonly byTap?: boolean;
  /** Renders the element that the hint describes. It must take these attributes, which are empty if the hint only repeats its name. */
  readonly children: (described: Described) => ReactNode;
}

/**
 * A tooltip for an element that the pointer rests on or that has the keyboard focus. It stays while the pointer is on it, and Escape closes
 * it. MUI's own Tooltip would add ten kilobytes to every list.
 */
export function Hint({ text, byTap = false, children }: HintProps) {
  const id = useId();
  const [wanted, setWanted] = useState(false);
  const open = wanted && text !== '';
  const around = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const want = (next: boolean, afterMs = 0) => {
    clearTimeout(timer.current);
    if (afterMs === 0) setWanted(next);
    else timer.current = setTimeout(() => setWanted(next), afterMs);
  };
  const tap = (pointer: string | undefined) => {
    want(true);
    if (pointer === 'touch') want(false, TAP_DURATION_MS);
  };
  return (
    <span
      ref={around}
      style={{ display: 'contents' }}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && want(true, SHOW_DELAY_MS)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && want(false, HIDE_DELAY_MS)}
      onFocus={({ target }) => target.matches(':focus-visible') && want(true)}
      onBlur={() => want(false)}
      {...(byTap && { onClick: ({ nativeEvent }) => tap((nativeEvent as PointerEvent).pointerType) })}
    >
      {children(text === '' ? {} : open ? { 'aria-describedby': id } : { title: text })}
      {open ? (
        <Words id={id} of={around} onEscape={() => want(false)}>
          {text}
        </Words>
      ) : null}
    </span>
  );
}

interface WordsProps {
  readonly id: string;
  readonly of: RefObject<HTMLElement | null>;
  readonly onEscape: () => void;
  readonly children: string;
}

function Words({ id, of, onEscape, children }: WordsProps) {
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => of.current?.firstElementChild && moveTo(bubble.current!, of.current.firstElementChild);
    place();
    window.addEventListener('scroll', place, { capture: true, passive: true });
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
    };
  }, [of, children]);
  useEffect(() => {
    const end = ({ key }: KeyboardEvent) => key === 'Escape' && onEscape();
    document.addEventListener('keydown', end);
    return () => document.removeEventListener('keydown', end);
  });
  return createPortal(
    <Bubble ref={bubble} id={id} role="tooltip">
      {children}
    </Bubble>,
    document.body,
  );
}

function moveTo(bubble: HTMLElement, anchor: Element): void {
  const viewport = { width: document.documentElement.clientWidth, height: window.innerHeight };
  const { left, top } = tooltipPosition(anchor.getBoundingClientRect(), bubble.getBoundingClientRect(), viewport);
  bubble.style.translate = `${left}px ${top}px`;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The position of a tooltip in the window, in pixels: centred below its anchor, or above it if there is no room below. */
export function tooltipPosition(
  anchor: Pick<DOMRect, 'left' | 'top' | 'bottom' | 'width'>,
  { width, height }: Size,
  viewport: Size,
): { readonly left: number; readonly top: number } {
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
