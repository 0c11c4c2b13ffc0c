import { plainOf } from '@throughline/domain';
import { Alert, Box, Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ActsOn } from '../../../meanwhile/acts.js';
import { ChangedMeanwhile } from '../../../meanwhile/changed-meanwhile.js';
import { type ReplacingCommand, useRevision } from '../../../meanwhile/use-replacing.js';
import { internalNotesQuery, notesQuery } from '../queries.js';
import type { ShownNote } from './thread.js';
import english from '../../../../texts/en/note-dialog.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('note-dialog', english);

/**
 * The text of the note that is edited or answered, as it was when the dialog was opened and as it is now, and whether the note was deleted
 * since.
 */
export function useNoteRevision(referralId: string, isInternal: boolean, note: ShownNote | null) {
  // These queries are disabled here, because the page behind the dialog reads the notes.
  const external = useQuery({ ...notesQuery(referralId), enabled: false }).data?.notes;
  const internal = useQuery({ ...internalNotesQuery(referralId), enabled: false }).data?.notes;
  const isIt = ({ id }: { readonly id: string }) => id === note?.id;
  const kept = isInternal ? internal?.find(isIt) : undefined;
  const sent = isInternal ? undefined : external?.find(isIt);
  return {
    note,
    revision: useRevision({ noteText: kept?.note ?? sent?.noteText ?? note?.html ?? '' }),
    editedAt: (kept ?? sent)?.dateLastModified ?? null,
    isDeleted: note?.isDeleted !== true && kept?.isDeleted === true,
  };
}

interface NoteChangedProps {
  readonly watched: ReturnType<typeof useNoteRevision>;
  /** The command of an edit, which replaces the note's text. Left out for an answer. */
  readonly command?: ReplacingCommand;
  /** Makes a new note of what was typed. Left out if nothing was, or while it may have been saved. */
  readonly onAsNew?: () => void;
}

/** The last edit of the note. Only its author edits a note, so who edited it need not be read. */
const editOf = ({ id, authorId, authorName }: ShownNote, at: string, noteText: string): ActsOn => {
  const edit = { position: 0, at, userId: authorId, who: authorName, reason: null, values: { noteText } };
  return { key: ['edit-of', id, at], read: () => Promise.resolve([edit]) };
};

/**
 * In the dialog of a note: says whether the edited or answered note was changed or deleted since the dialog was opened. The element is
 * always rendered, so that a screen reader announces its content.
 */
export function NoteChanged({ watched: { note, revision, editedAt, isDeleted }, command, onAsNew }: NoteChangedProps) {
  const t = useTexts();
  return (
    <>
      <Box role="status">
        {isDeleted && note ? (
          <Alert
            severity="warning"
            role="presentation"
            sx={{ mb: 2, overflowWrap: 'anywhere' }}
            action={
              onAsNew ? (
                <Button color="inherit" size="small" onClick={onAsNew}>
                  {t('asNew')}
                </Button>
              ) : undefined
            }
          >
            {t(command ? 'deletedEdited' : 'deletedAnswered', { name: note.authorName })}
          </Alert>
        ) : null}
      </Box>
      <ChangedMeanwhile
        revision={revision}
        {...(note && editedAt !== null && { acts: editOf(note, editedAt, revision.present.noteText) })}
        inWords={(_, { noteText }) => [t('note'), plainOf(noteText)]}
        {...(command && { command })}
      />
    </>
  );
}
