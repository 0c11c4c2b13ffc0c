import { type ComponentType, type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { singleFlight } from '../api/single-flight.js';
import { textsOf, withTexts } from '../language/language.js';
import english from '../../texts/en/ui.json' with { type: 'json' };
import { toast } from './announcer.js';

const useTexts = textsOf('ui', english);

interface OnDemandProps {
  /** Called when the code could not be loaded, after a message was shown: the owner of a part that was opened closes it, so that it can be opened again. */
  readonly onFailed?: () => void;
  /** Shown until the part is loaded. */
  readonly meanwhile?: ReactNode;
}

/** Tells the person that code could not be loaded. */
export const sayNotLoaded = (): void => toast(useTexts.now('codeNotLoaded'), 'error');

/**
 * A part of the screen (a dialog, a menu) whose code is loaded when it is first rendered, or earlier by `preload`. Until then `meanwhile` is
 * rendered, by default nothing. `load` resolves when the code is loaded and rejects if it could not be.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null;
  const fetchPart = singleFlight(async () => {
    loaded = await withTexts(load());
  });

  function OnDemand({ onFailed, meanwhile = null, ...props }: Props & OnDemandProps) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => loaded);
    useEffect(() => {
      if (Part !== null) return;
      let gone = false;
      fetchPart().then(
        () => !gone && setPart(() => loaded),
        () => {
          if (gone) return;
          sayNotLoaded();
          onFailed?.();
        },
      );
      return () => {
        gone = true;
      };
      // The callback changes with every render of the owner.
      // eslint-disable-next-line react-hooks/exhaustive-deps
    }, [Part]);
    return Part ? <Part {...(props as unknown as Props)} /> : meanwhile;
  }
  const preload = () => void fetchPart().catch(() => undefined);
  return Object.assign(OnDemand, { preload, load: fetchPart });
}

/**
 * State of a popover or menu under a button. `hasOpened` stays true after the first time, so that the part stays mounted and can fade out.
 */
export function useOpening() {
  const [anchorEl, setAnchor] = useState<HTMLElement | null>(null);
  const [open, setOpen] = useState(false);
  return {
    hasOpened: anchorEl !== null,
    /** Props of the popover. */
    part: { anchorEl, open, onClose: () => setOpen(false) },
    show: ({ currentTarget }: MouseEvent<HTMLElement>) => {
      setAnchor(currentTarget);
      setOpen(true);
    },
  };
}
