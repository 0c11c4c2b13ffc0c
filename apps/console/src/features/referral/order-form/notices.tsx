import type { KnownOrderForm } from '@throughline/domain';
import { Alert, Button, GlobalStyles, Stack } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { focusMain } from '../../../ui/focus.js';
import { When } from '../../../ui/when.js';
import { missingOf } from '../attachments/attachment-queue.js';
import { useOrderAttachments } from '../attachments/use-attachments.js';
import { changeDraft, draftBeside } from './draft-storage.js';
import type { OrderDraft } from './order-draft.js';
import type { DraftKeeping } from './use-draft.js';

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
        sx={{
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
          '& .MuiAlert-message': { flex: 1, minWidth: 200 },
          ...(urgent && { position: 'sticky', top: 64, zIndex: 'appBar', mb: 3, mr: { md: '392px' } }),
        }}
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
  const [shown, setShown] = useState(() => localStorage.getItem(DISMISSED) === null);
  if (!shown) return null;
  return (
    <Alert
      severity="info"
      sx={{ mb: 3 }}
      onClose={() => {
        localStorage.setItem(DISMISSED, 'yes');
        setShown(false);
        // The button that had the focus is gone.
        focusMain();
      }}
      slotProps={{ closeButton: { 'aria-label': 'Dismiss this information' } }}
    >
      Required fields carry an asterisk (*). After submission an email with the referral ID follows; the ID is used
      later to check the status.
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
  const { files } = useOrderAttachments();
  const [beside] = useState(() => draftBeside(localStorage, of, owner, Date.now()));
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
          <Notice actions={[['Discard', begin(draft.forget)]]}>
            Your draft was restored. It is kept in this browser for 24 hours.
            {missingOf(restored.fileNames, files).length > 0 ? ' Its files have to be chosen again.' : null}
          </Notice>
        ) : null}
        {beside === null ? null : (
          <Notice actions={[['Show that one', begin(() => changeDraft(localStorage, of, owner, Date.now()))]]}>
            Another draft of this form was also kept: <When at={new Date(beside).toISOString()} />.
          </Notice>
        )}
      </Stack>
      {draft.isElsewhere ? (
        <Notice
          urgent
          actions={[
            ['Keep this one', keepThis],
            ['Show that one', onBegin],
          ]}
        >
          This form is also open in another tab, whose draft is kept. What you type here is not kept.
        </Notice>
      ) : null}
    </>
  );
}
