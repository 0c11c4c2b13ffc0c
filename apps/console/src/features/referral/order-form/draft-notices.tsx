import type { KnownOrderForm } from '@throughline/domain';
import { Alert, Button, GlobalStyles, Stack } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useNotKept } from '../../../ui/fields/not-kept.js';
import { focusMain } from '../../../ui/page/page.js';
import { NotedWhen } from '../../../ui/words/when.js';
import { missingOf } from '../attachments/attachment-queue.js';
import { useOrderAttachments } from '../attachments/use-attachments.js';
import type { DraftKeeping } from './draft-keeping.js';
import { swapDrafts, draftBeside } from './draft-storage.js';
import type { OrderDraft } from './order-draft.js';
import type { Doubt } from '../submission/use-order-submission.js';
import english from '../../../../texts/en/order-form.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';
import { siteStorage } from '../../../session/storage/browser-storage.js';
import { browserNow } from '../../../api/server-time.js';

const useTexts = textsOf('order-form', english);

interface NoticeProps {
  /** Whether the notice is sticky while the form scrolls. It does not take the focus. */
  readonly urgent?: boolean;
  readonly actions: readonly (readonly [label: string, act: () => void])[];
  readonly children: ReactNode;
}

/** A message about the whole order, with actions. */
export function Notice({ urgent = false, actions, children }: NoticeProps) {
  return (
    <>
      {/* Keeps a focused field from being scrolled under the notice. */}
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
  const t = useTexts();
  const [shown, setShown] = useState(() => siteStorage.getItem(DISMISSED) === null);
  if (!shown) return null;
  return (
    <Alert
      severity="info"
      sx={{ mb: 3 }}
      onClose={() => {
        siteStorage.setItem(DISMISSED, 'yes');
        setShown(false);
        // The button that had the focus disappears.
        focusMain();
      }}
      closeText={t('dismiss')}
    >
      {t('info')}
    </Alert>
  );
}

const DOUBTS = {
  this: 'orderInDoubt',
  earlier: 'earlierInDoubt',
  'not-arrived': 'notArrived',
} as const satisfies Readonly<Record<Doubt, string>>;

interface DraftNoticesProps {
  readonly of: KnownOrderForm;
  readonly owner: string;
  readonly draft: DraftKeeping;
  /** What is to be said of an order without an answer. */
  readonly doubt: Doubt | null;
  /** Called when the person has taken note of an earlier order without an answer. */
  readonly onDoubtSeen: () => void;
  /** The draft that the form started with; null: none. */
  readonly restored: OrderDraft | null;
  /** Starts the form again with the stored draft. */
  readonly onBegin: () => void;
}

/** Tells the person that a draft was restored or sent, that there is another one, or that the draft is not stored. */
export function DraftNotices({ of, owner, draft, doubt, onDoubtSeen, restored, onBegin }: DraftNoticesProps) {
  const t = useTexts();
  const notKept = useNotKept();
  const { files } = useOrderAttachments();
  const [beside] = useState(() => draftBeside(siteStorage, of, owner, browserNow()));
  const begin = (first: () => void) => () => {
    draft.keepNow();
    first();
    onBegin();
  };
  const noteDoubt = () => {
    onDoubtSeen();
    focusMain();
  };
  const keepThis = () => {
    draft.keepThis();
    // The button that had the focus disappears.
    focusMain();
  };
  return (
    <>
      <Stack sx={{ gap: 2, mb: 3, '&:empty': { display: 'none' } }}>
        {doubt === null ? null : (
          <Notice actions={doubt === 'earlier' ? [[t('doubtSeen'), noteDoubt]] : []}>{t(DOUBTS[doubt])}</Notice>
        )}
        {restored ? (
          <Notice actions={[[t('discard'), begin(draft.forget)]]}>
            {t('restored')} {missingOf(restored.fileNames, files).length > 0 ? t('filesAgain') : null}
          </Notice>
        ) : null}
        {beside === null ? null : (
          <Notice actions={[[t('showThat'), begin(() => swapDrafts(siteStorage, of, owner, browserNow()))]]}>
            {t.rich('beside', { when: () => <NotedWhen at={beside} /> })}
          </Notice>
        )}
      </Stack>
      {draft.isElsewhere ? (
        <Notice
          urgent
          actions={[
            [t('keepThis'), keepThis],
            [t('showThat'), onBegin],
          ]}
        >
          {t('elsewhere')}
        </Notice>
      ) : draft.isUnkept ? (
        <Notice urgent actions={[]}>
          {notKept}
        </Notice>
      ) : null}
    </>
  );
}
