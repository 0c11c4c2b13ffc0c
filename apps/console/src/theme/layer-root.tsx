import type { ModalProps } from '@mui/material';
import { styled } from '@mui/material/styles';
import { useForkRef } from '@mui/material/utils';
import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { openLayer } from '../ui/dialogs/layers.js';

interface LayerRootProps extends ComponentProps<'div'> {
  readonly ownerState: Pick<ModalProps, 'open' | 'onClose'>;
}

/**
 * The root element of all MUI layers: dialogs, menus, the lists of selects, popovers, drawers. The theme sets it for all of them. While a
 * layer is open, Back acts like Escape, and the rest of the window is inert.
 */
export function LayerRoot({ ownerState: { open, onClose }, ref = null, ...props }: LayerRootProps) {
  const element = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useLayoutEffect(() => {
    close.current = onClose;
  });
  // A layout effect, because the page must no longer be inert when MUI returns the focus.
  useLayoutEffect(() => {
    if (!open || element.current === null) return;
    return openLayer({ element: element.current, close: () => close.current?.({}, 'escapeKeyDown') });
  }, [open]);
  return <OverThePage {...props} ref={useForkRef(element, ref)} />;
}

/** The styles of MUI's own root. */
const OverThePage = styled('div')(({ theme }) => ({ position: 'fixed', inset: 0, zIndex: theme.zIndex.modal }));
