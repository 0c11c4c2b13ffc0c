import { type PointerEvent, type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { onDemand } from '../page/on-demand.js';

const HintBubble = onDemand(async () => (await import('./hint-bubble.js')).HintBubble);

/** How long the pointer or a finger must rest on the element before the hint appears. */
const SHOW_DELAY_MS = 400;
/** Time for the pointer to move from the element to the hint. */
const HIDE_DELAY_MS = 150;
/** How long a hint stays after a touch. */
const TOUCH_DURATION_MS = 4_000;

interface Described {
  readonly title?: string | undefined;
  readonly 'aria-describedby'?: string;
}

interface HintText {
  /** Empty for none but the name. */
  readonly text: string;
  /** The whole words of an element that may cut them off. Screen readers read the element, and not this. */
  readonly name?: string;
  /**
   * For a link that stands for its row: where in the row the hint stands. It waits until the focus rests, so that nothing flickers while the
   * Tab key goes through the rows.
   */
  readonly inRow?: (link: Element) => Element;
}

/**
 * A tooltip for an element that the pointer rests on, that has the keyboard focus or that is touched for a moment. It stays while the pointer
 * is on it, and Escape closes it. `described` and `handlers` are props of the element, or `handlers` of one around it; `bubble` is rendered in
 * it. MUI's own Tooltip would add ten kilobytes to every list.
 */
export function useHint({ text, name, inRow }: HintText) {
  const id = useId();
  const [anchor, setAnchor] = useState<Element | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Whether a finger rested on the element: its click is then none. */
  const held = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const want = (next: Element | null, afterMs = 0) => {
    clearTimeout(timer.current);
    if (afterMs === 0) setAnchor(next);
    else timer.current = setTimeout(() => setAnchor(next), afterMs);
  };
  const hide = () => want(null);
  const letGo = ({ pointerType }: PointerEvent) =>
    want(null, pointerType === 'touch' ? TOUCH_DURATION_MS : HIDE_DELAY_MS);
  const open = anchor !== null && text !== '';
  return {
    handlers: {
      onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && want(anchorOf(event), SHOW_DELAY_MS),
      onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && letGo(event),
      onPointerDown: (event: PointerEvent) => {
        if (event.pointerType !== 'touch') return;
        held.current = false;
        const element = anchorOf(event);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          held.current = text !== '';
          setAnchor(element);
        }, SHOW_DELAY_MS);
      },
      onClickCapture: (event: SyntheticEvent<Element, Event>) => {
        if (!held.current || !isTouch(event)) return;
        event.preventDefault();
        event.stopPropagation();
      },
      onPointerUp: (event: PointerEvent) => event.pointerType === 'touch' && letGo(event),
      onPointerCancel: letGo,
      onFocus: (event: SyntheticEvent) => {
        if (!(event.target as Element).matches(':focus-visible')) return;
        if (inRow === undefined) want(anchorOf(event));
        else want(inRow(event.currentTarget), SHOW_DELAY_MS);
      },
      onBlur: hide,
    },
    onTap: (event: SyntheticEvent<Element, Event>) => {
      want(anchorOf(event));
      if (isTouch(event)) want(null, TOUCH_DURATION_MS);
    },
    described: (text === '' ? { title: name } : open ? { 'aria-describedby': id } : { title: text }) as Described,
    bubble: open ? (
      <HintBubble id={id} anchor={anchor} name={name} onEscape={hide}>
        {text}
      </HintBubble>
    ) : null,
  };
}

const isTouch = ({ nativeEvent }: SyntheticEvent<Element, Event>) =>
  (nativeEvent as globalThis.PointerEvent).pointerType === 'touch';

/** The element that the hint stands at. One around it that has no box (`display: contents`) may have the handlers. */
const anchorOf = ({ currentTarget }: SyntheticEvent): Element =>
  currentTarget.getClientRects().length === 0 ? currentTarget.firstElementChild! : currentTarget;

interface HintProps extends HintText {
  /** Shows the hint on a tap too. For an element that has no other action on a tap. */
  readonly byTap?: boolean;
  /** Renders the element that the hint describes. It must take these attributes, which are empty if the hint only repeats its name. */
  readonly children: (described: Described) => ReactNode;
}

/** An element with a hint. */
export function Hint({ byTap = false, children, ...hint }: HintProps) {
  const { handlers, onTap, described, bubble } = useHint(hint);
  return (
    <span style={{ display: 'contents' }} {...handlers} {...(byTap && { onClick: onTap })}>
      {children(described)}
      {bubble}
    </span>
  );
}
