import type { ModalProps } from '@mui/material';
import { styled } from '@mui/material/styles';
import { useForkRef } from '@mui/material/utils';
import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { openLayer } from '../ui/dialogs/layers.js';

interface LayerRootProps extends ComponentProps<'div'> {
  readonly ownerState: Pick<ModalProps, 'open' | 'onClose'>;
}

/**
 * The root of everything that MUI shows over the page: dialogs, menus, the lists of selects, popovers, drawers. The theme names it once for all
 * of them. While it is open, Back does what Escape does, and the rest of the window is inert.
 */
export function LayerRoot({ ownerState: { open, onClose }, ref = null, ...props }: LayerRootProps) {
  const element = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useLayoutEffect(() => {
    close.current = onClose;
  });
  // Not a passive effect: the page must not be inert any more when MUI gives the focus back.
  useLayoutEffect(() => {
    if (!open || element.current === null) return;
    return openLayer({ element: element.current, close: () => close.current?.({}, 'escapeKeyDown') });
  }, [open]);
  return <OverThePage {...props} ref={useForkRef(element, ref)} />;
}

/** As MUI's own. */
const OverThePage = styled('div')(({ theme }) => ({ position: 'fixed', inset: 0, zIndex: theme.zIndex.modal }));
