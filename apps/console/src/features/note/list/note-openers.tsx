import type { NoteListRow } from '@throughline/contracts';
import { IconButton, Link } from '@mui/material';
import type { ReactNode } from 'react';
import { icon } from '../../../ui/icons/icons.js';
import { VisuallyHidden } from '../../../ui/visually-hidden.js';
import english from '../../../../texts/en/note-list.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('note-list', english);

/** Opens the reply to a note over the list, and loads its code ahead. */
export interface OpenReply {
  readonly onReply: (note: NoteListRow) => void;
  readonly preload: () => void;
}

/** An icon of the Lucide set, as those of `ui/icons`. It is here because no other page shows it. */
const Reply = icon(
  <>
    <path d="M20 18v-2a4 4 0 0 0-4-4H4" />
    <path d="m9 17-5-5 5-5" />
  </>,
);

export function ReplyButton({ note, onReply, preload }: OpenReply & { readonly note: NoteListRow }) {
  const t = useTexts();
  const { firstName, lastName } = note.createdBy;
  return (
    <IconButton
      size="small"
      aria-label={t('reply', { name: `${firstName} ${lastName}`, id: note.referralId })}
      onClick={() => onReply(note)}
      onPointerEnter={preload}
      onFocus={preload}
    >
      <Reply size={16} />
    </IconButton>
  );
}

/** The words of a note, which open the whole note where it is answered. */
export function Words({
  note,
  onReply,
  preload,
  children,
}: OpenReply & { readonly note: NoteListRow; readonly children: ReactNode }) {
  const t = useTexts();
  const { firstName, lastName } = note.createdBy;
  return (
    <Link
      component="button"
      type="button"
      underline="hover"
      color="textPrimary"
      onClick={() => onReply(note)}
      onPointerEnter={preload}
      onFocus={preload}
      sx={{ font: 'inherit', textAlign: 'start', maxWidth: '100%', minHeight: 24 }}
    >
      <VisuallyHidden>{t('read', { name: `${firstName} ${lastName}` })}: </VisuallyHidden>
      {children}
    </Link>
  );
}
