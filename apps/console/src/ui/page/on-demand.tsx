import { Box, Button } from '@mui/material';
import { type ComponentType, type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { singleFlight } from '../../api/single-flight.js';
import { ANSWER_EXPECTED_MS } from '../../api/unanswered.js';
import { textsOf, withTexts } from '../../language/language.js';
import english from '../../../texts/en/ui.json' with { type: 'json' };
import { announcementsRoot, toast } from '../announcer.js';
import { useLate } from './loading.js';

const useTexts = textsOf('ui', english);

interface OnDemandProps {
  /**
   * Called when the code could not be loaded, after a message was shown. The owner of an opened part must close it, so that it can be
   * opened again.
   */
  readonly onFailed?: () => void;
  /**
   * Shown until the part is loaded. By default, a part that opens over the page (it has `onFailed`) shows that it is loading, and any other
   * part shows nothing. A part within the page passes a skeleton.
   */
  readonly fallback?: ReactNode;
}

/** Half of the 200 ms in which a click must have a visible effect; the rest is for a slow computer. */
const LATE_AFTER_MS = 100;

/** Announces that code could not be loaded. */
export const toastNotLoaded = (): void => toast(useTexts.now('codeNotLoaded'), 'error');

/**
 * A part of the screen (a dialog, a menu) whose code is loaded when it is first rendered, or earlier by `preload`. `fallback` is rendered
 * until then. `load` resolves when the code is loaded and rejects if it could not be.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null;
  const fetchPart = singleFlight(async () => {
    loaded = await withTexts(load());
  });

  function OnDemand({
    onFailed,
    fallback = onFailed ? <Opening onCancel={onFailed} /> : null,
    ...props
  }: Props & OnDemandProps) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => loaded);
    useEffect(() => {
      if (Part !== null) return;
      let gone = false;
      fetchPart().then(
        () => !gone && setPart(() => loaded),
        () => {
          if (gone) return;
          toastNotLoaded();
          onFailed?.();
        },
      );
      return () => {
        gone = true;
      };
      // The callback changes with every render of the owner.
      // eslint-disable-next-line react-hooks/exhaustive-deps
    }, [Part]);
    if (Part) return <Part {...(props as unknown as Props)} />;
    // A popover or a menu stays rendered after Escape (`useOpening`).
    return 'open' in props && props.open === false ? null : fallback;
  }
  const preload = () => void fetchPart().catch(() => undefined);
  return Object.assign(OnDemand, { preload, load: fetchPart });
}

/**
 * Shows on a slow connection that a click was received, and then that there is no answer, with a button to leave it. Escape cancels the click, so that nothing opens while the person does something
 * else.
 */
function Opening({ onCancel }: { readonly onCancel: () => void }) {
  const t = useTexts();
  const late = useLate(true, LATE_AFTER_MS);
  const isUnanswered = useLate(true, ANSWER_EXPECTED_MS);
  useEffect(() => {
    // Runs before the handler of a surrounding dialog, which would close.
    const cancelByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      onCancel();
    };
    document.addEventListener('keydown', cancelByKey, { capture: true });
    return () => document.removeEventListener('keydown', cancelByKey, { capture: true });
  }, [onCancel]);
  return createPortal(
    <Box
      role="status"
      sx={{ position: 'fixed', zIndex: 'snackbar', inset: 'auto 0 24px', textAlign: 'center', pointerEvents: 'none' }}
    >
      {late ? (
        <Box
          component="span"
          sx={{ px: 2, py: 1, borderRadius: 1, bgcolor: 'text.primary', color: 'background.paper' }}
        >
          {t(isUnanswered ? 'openingLate' : 'opening')}
          {isUnanswered ? (
            <Button size="small" color="inherit" onClick={onCancel} sx={{ ml: 1, pointerEvents: 'auto' }}>
              {t('cancel')}
            </Button>
          ) : null}
        </Box>
      ) : null}
    </Box>,
    announcementsRoot(),
  );
}

/**
 * State of a popover or menu below a button. `hasOpened` stays true after the first time, so that the part stays mounted and can fade out.
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
