import type { KnownOrderForm } from '@throughline/domain';
import { Stack } from '@mui/material';
import { useState } from 'react';
import { focusMain } from '../../../ui/focus-main.js';
import { When } from '../../../ui/when.js';
import { missingOf } from '../attachments/attachment-queue.js';
import { useOrderAttachments } from './attachments-context.js';
import { changeDraft, draftBeside } from './draft-storage.js';
import { Notice } from './notice.js';
import type { OrderDraft } from './order-draft.js';
import type { DraftKeeping } from './use-draft.js';

interface DraftNoticesProps {
  readonly of: KnownOrderForm;
  readonly owner: string;
  readonly draft: DraftKeeping;
  /** The draft that the form began with; null: none. */
  readonly restored: OrderDraft | null;
  /** Begins the form again with the draft that is kept by then. */
  readonly onBegin: () => void;
}

/** What the person has to know of the draft of this form: that it came back, that there is another one, that it is not kept. */
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
    // The button goes with what it answered.
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
            Another draft of this form is kept as well: <When at={new Date(beside).toISOString()} />.
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
          This form was filled in another tab as well, and that draft is kept: what you type here is not.
        </Notice>
      ) : null}
    </>
  );
}
