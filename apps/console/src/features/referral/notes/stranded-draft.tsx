import type { User } from '@throughline/contracts';
import { oneLineOf } from '@throughline/domain';
import { Alert, Button, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useDraft } from '../../../draft/use-draft.js';
import { text } from '../../../session/storage/stored-values.js';
import { NoteDialog } from './note-dialog.js';
import { endpointOf, placeOf, type Writing } from './note-draft.js';
import english from '../../../../texts/en/note-dialog.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('note-dialog', english);

interface StrandedDraftProps {
  readonly writing: Writing;
  readonly referralId: string;
  readonly user: User;
}

/**
 * Offers what was begun to a note that can no longer be answered or changed. What another tab has open, or what is not known to be unsaved,
 * is not offered here.
 */
export function StrandedDraft({ writing, referralId, user }: StrandedDraftProps) {
  const t = useTexts();
  const draft = useDraft({
    endpoint: endpointOf(writing),
    place: placeOf({ user, referralId }, writing),
    read: text,
  });
  const [isOpen, setOpen] = useState(false);
  const [isDiscarded, setDiscarded] = useState(false);
  const [moved, setMoved] = useState<string | null>(null);
  const html = draft?.load() ?? null;
  const discard = () => {
    draft?.clear();
    setDiscarded(true);
  };
  const offer = () => {
    setMoved(html);
    setOpen(true);
  };
  const { internal, edited, replyTo } = writing;
  return (
    <>
      {draft === null || html === null || isDiscarded || draft.fate === 'unknown' ? null : (
        <Alert severity="info" role="presentation" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
          {edited ? t('editStranded') : t('replyStranded', { name: replyTo?.authorName ?? '' })}
          <Typography variant="body2" sx={{ my: 0.5 }}>
            <bdi>{oneLineOf(html)}</bdi>
          </Typography>
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', ml: -0.5 }}>
            <Button size="small" color="inherit" onClick={offer}>
              {t('asNew')}
            </Button>
            <Button size="small" color="inherit" onClick={discard}>
              {t('discard')}
            </Button>
          </Stack>
        </Alert>
      )}
      {isOpen && draft && moved !== null ? (
        <NoteDialog
          internal={internal}
          referralId={referralId}
          user={user}
          moved={{ html: moved, onKept: draft.clear }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
