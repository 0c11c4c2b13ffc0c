import type { KnownOrderForm } from '@throughline/domain';
import { Alert, Button, GlobalStyles, Stack } from '@mui/material';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { focusMain } from '../../../ui/page.js';
import { NotedWhen } from '../../../ui/when.js';
import { loggedOutSince } from '../../../session/forget-person.js';
import { missingOf } from '../attachments/attachment-queue.js';
import { useOrderAttachments } from '../attachments/use-attachments.js';
import { changeDraft, clearDraft, draftBeside, draftSavedAt, saveDraft } from './draft-storage.js';
import { isFilled, type OrderDraft } from './order-draft.js';
import { isOld } from '../../../session/drafts.js';
import { NOBODY } from '../../../session/stored.js';
import english from '../../../../texts/en/order-form.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';
import { isSiteDataBlocked, siteStorage } from '../../../session/browser-storage.js';
import { browserNow } from '../../../api/server-time.js';

const useTexts = textsOf('order-form', english);

interface NoticeProps {
  /** Stays in view while the form scrolls. It does not take the focus. */
  readonly urgent?: boolean;
  readonly actions: readonly (readonly [label: string, act: () => void])[];
  readonly children: ReactNode;
}

/** A message about the whole order, with the actions that it offers. */
export function Notice({ urgent = false, actions, children }: NoticeProps) {
  return (
    <>
      {/* A focused field is not scrolled under the notice. */}
      {urgent ? <GlobalStyles styles={{ 'html:root': { scrollPaddingTop: 200 } }} /> : null}
      <Alert
        severity={urgent ? 'warning' : 'info'}
        {...(urgent && { sx: { position: 'sticky', top: 64, zIndex: 'appBar', mb: 3, mr: { md: '392px' } } })}
        action={actions.map(([label, act]) => (
          <Button key={label} color="inherit" size="small" onClick={act}>
            {label}
          </Button>
        ))}
      >
        {children}
      </Alert>
    </>
  );
}

const DISMISSED = 'throughline.order-banner-dismissed';

/** Explains the form. Once dismissed, it is not shown again in this browser. */
export function InfoBanner() {
  const say = useTexts();
  const [shown, setShown] = useState(() => siteStorage.getItem(DISMISSED) === null);
  if (!shown) return null;
  return (
    <Alert
      severity="info"
      sx={{ mb: 3 }}
      onClose={() => {
        siteStorage.setItem(DISMISSED, 'yes');
        setShown(false);
        // The button that had the focus is gone.
        focusMain();
      }}
      closeText={say('dismiss')}
    >
      {say('info')}
    </Alert>
  );
}

interface DraftNoticesProps {
  readonly of: KnownOrderForm;
  readonly owner: string;
  readonly draft: DraftKeeping;
  /** The draft that the form began with; null: none. */
  readonly restored: OrderDraft | null;
  /** Starts the form again with the stored draft. */
  readonly onBegin: () => void;
}

/** Tells the person that a draft was restored, that there is another one, or that the draft is not stored. */
export function DraftNotices({ of, owner, draft, restored, onBegin }: DraftNoticesProps) {
  const say = useTexts();
  const { files } = useOrderAttachments();
  const [beside] = useState(() => draftBeside(siteStorage, of, owner, browserNow()));
  const begin = (first: () => void) => () => {
    draft.keepNow();
    first();
    onBegin();
  };
  const keepThis = () => {
    draft.keepThis();
    // The button that had the focus is gone.
    focusMain();
  };
  return (
    <>
      <Stack sx={{ gap: 2, mb: 3, '&:empty': { display: 'none' } }}>
        {restored ? (
          <Notice actions={[[say('discard'), begin(draft.forget)]]}>
            {say('restored')} {missingOf(restored.fileNames, files).length > 0 ? say('filesAgain') : null}
          </Notice>
        ) : null}
        {beside === null ? null : (
          <Notice actions={[[say('showThat'), begin(() => changeDraft(siteStorage, of, owner, browserNow()))]]}>
            {say.rich('beside', { when: () => <NotedWhen at={beside} /> })}
          </Notice>
        )}
      </Stack>
      {draft.isElsewhere ? (
        <Notice
          urgent
          actions={[
            [say('keepThis'), keepThis],
            [say('showThat'), onBegin],
          ]}
        >
          {say('elsewhere')}
        </Notice>
      ) : null}
    </>
  );
}

const SAVE_DELAY_MS = 400;

export interface DraftKeeping {
  /** Another tab has written the draft since. What is typed here is not stored. */
  readonly isElsewhere: boolean;
  /** Another tab has removed the draft: it has submitted or discarded the order. */
  readonly isGone: () => boolean;
  /** Stores what is typed here in place of the other tab's draft. */
  readonly keepThis: () => void;
  /** Stores what was typed last at once. */
  readonly keepNow: () => void;
  /** Removes the draft, unless it is another tab's. */
  readonly forget: () => void;
}

/**
 * Stores what is typed as a draft, shortly after typing pauses and when the page is left. Leaving asks for confirmation only if the draft is not
 * stored (no room, site data blocked, older than a day, another tab's draft in its place). After a Log Out in any tab nothing is stored any more.
 */
export function useDraftKeeping(form: UseFormReturn<OrderDraft>, of: KnownOrderForm, owner: string): DraftKeeping {
  const [isElsewhere, setElsewhere] = useState(false);
  const pending = useRef<number | undefined>(undefined);
  const isLost = useRef(false);
  const wasGone = useRef(false);
  // When the stored draft was typed, as far as this page knows.
  const [begunWith] = useState(() => draftSavedAt(siteStorage, of, owner));
  const known = useRef(begunWith);
  const keeping = useMemo(() => {
    const since = browserNow();
    const stored = () => draftSavedAt(siteStorage, of, owner);
    // A draft older than a day was cleared by age.
    const isGone = () =>
      (wasGone.current ||= known.current !== null && !isOld(known.current, browserNow()) && stored() === null);
    const write = () => {
      const now = browserNow();
      isLost.current = !saveDraft(siteStorage, of, owner, form.getValues(), now);
      if (!isLost.current) known.current = now;
    };
    const stop = () => {
      window.clearTimeout(pending.current);
      pending.current = undefined;
    };
    const save = () => {
      const isDue = pending.current !== undefined;
      stop();
      if (!isDue || (owner !== NOBODY && loggedOutSince(siteStorage, since))) return;
      const there = stored();
      isGone(); // Remembers it, although a draft is stored again.
      isLost.current = there !== null && there !== known.current;
      setElsewhere(isLost.current);
      if (!isLost.current) write();
    };
    return {
      save,
      later: () => {
        window.clearTimeout(pending.current);
        pending.current = window.setTimeout(save, SAVE_DELAY_MS);
      },
      isKept: () => !isLost.current && (known.current === null || (stored() === known.current && !isSiteDataBlocked())),
      isGone,
      keepThis: () => {
        stop();
        wasGone.current = false;
        setElsewhere(false);
        write();
      },
      forget: () => {
        stop();
        if (stored() === known.current) clearDraft(siteStorage, of, owner);
        known.current = null;
        isLost.current = wasGone.current = false;
        setElsewhere(false);
      },
    };
  }, [form, of, owner]);
  useEffect(() => {
    const { save, later, isKept } = keeping;
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: later });
    const ask = (event: BeforeUnloadEvent) => {
      save();
      if (!isKept()) event.preventDefault();
    };
    window.addEventListener('pagehide', save);
    window.addEventListener('beforeunload', ask);
    return () => {
      save();
      unsubscribe();
      window.removeEventListener('pagehide', save);
      window.removeEventListener('beforeunload', ask);
    };
  }, [form, keeping]);
  const { isGone, keepThis, save: keepNow, forget } = keeping;
  return { isElsewhere, isGone, keepThis, keepNow, forget };
}

/** Calls `onLost` when the form closes with something typed in it because its person has logged out, in whichever tab. */
export function useLossByLogOut(
  form: UseFormReturn<OrderDraft>,
  of: KnownOrderForm,
  owner: string,
  onLost: () => void,
): void {
  const latest = useRef(onLost);
  useEffect(() => {
    latest.current = onLost;
  });
  useEffect(() => {
    const since = browserNow();
    return () => {
      if (owner !== NOBODY && loggedOutSince(siteStorage, since) && isFilled(of, form.getValues())) latest.current();
    };
  }, [form, of, owner]);
}
