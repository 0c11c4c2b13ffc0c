import type { User } from '@throughline/contracts';
import { sizeOfNote } from '@throughline/domain';
import { Checkbox, FormControlLabel } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isInDoubt } from '../../../api/api-error.js';
import { useDraft } from '../../../draft/use-draft.js';
import { text } from '../../../session/storage/stored-values.js';
import { ChoiceField } from '../../../ui/fields/choice/choice-field.js';
import { CommandDialog } from '../../../ui/dialogs/command-dialog.js';
import { DraftFound } from '../../../ui/dialogs/draft-found.js';
import { NotKept } from '../../../ui/fields/not-kept.js';
import { noteTemplatesQuery } from '../queries.js';
import { assigneesQuery } from '../../../api/assignees.js';
import { errorBeside } from '../../../meanwhile/use-replacing.js';
import { NoteChanged } from './note-changed.js';
import { endpointOf, placeOf, type Writing } from './note-draft.js';
import { isSaved, SavedBefore } from './note-saved.js';
import { type MovedText, type NoteDraft, useNote } from './use-note.js';
import { NoteEditor } from '../../../note-text/note-editor.js';
import english from '../../../../texts/en/note-dialog.json' with { type: 'json' };
import { textsOf, useLanguage } from '../../../language/language.js';

const useTexts = textsOf('note-dialog', english);

interface NoteDialogProps extends Writing {
  readonly referralId: string;
  readonly user: User;
  readonly onClose: () => void;
  /** Shown above the fields: the answered note, where the page behind the dialog does not show it. */
  readonly above?: ReactNode;
  /** What a new note begins with, after a draft that was not sent. */
  readonly moved?: MovedText;
  /** Called when the note was saved. */
  readonly onSent?: () => void;
}

/**
 * Writes, answers or edits a note. The text is stored in this browser until it is sent or discarded. If the note was deleted meanwhile, the
 * text can become a new note.
 */
export function NoteDialog(props: NoteDialogProps) {
  const [moved, setMoved] = useState<MovedText | null>(null);
  const { replyTo: _, edited: __, above: ___, ...asNew } = props;
  return moved ? <Drafted {...asNew} moved={moved} key="new" /> : <Drafted {...props} onMove={setMoved} />;
}

interface DraftedProps extends NoteDialogProps {
  readonly onMove?: (moved: MovedText) => void;
}

function Drafted(props: DraftedProps) {
  const draft = useDraft({ endpoint: endpointOf(props), place: placeOf(props, props), read: text });
  if (draft === null) return null;
  return isSaved(props.initial, draft) ? <SavedBefore {...props} /> : <OpenNoteDialog {...props} draft={draft} />;
}

interface OpenNoteDialogProps extends DraftedProps {
  readonly draft: NoteDraft;
}

function OpenNoteDialog(props: OpenNoteDialogProps) {
  const { referralId, user, internal, replyTo, edited, draft, onClose, onSent, onMove } = props;
  const t = useTexts();
  const note = useNote(props);
  const [hasTried, setHasTried] = useState(false);
  const mode = edited ? 'edit' : 'new';
  const kind = internal ? 'internal' : 'external';
  return (
    <CommandDialog
      endpoint={endpointOf(props)}
      draft={draft}
      onDone={() => onSent?.()}
      request={note.request}
      submit={(send) => () => {
        setHasTried(true);
        if (note.fault === null) send(undefined);
      }}
      doneWords={t(edited ? 'changed' : replyTo ? 'replied' : 'added')}
      reads={[[internal ? 'internal-notes' : 'notes', referralId]]}
      errorOf={(error) => errorBeside(note.watched.revision, error)}
      title={
        replyTo && !edited
          ? t('replyTo', { name: replyTo.authorName })
          : t(TITLES[mode][user.role === 'referrer' && !internal ? 'only' : kind])
      }
      about={t(internal ? 'internalReaders' : 'externalReaders')}
      submitLabel={t(edited ? 'save' : replyTo ? 'reply' : 'add')}
      dirty={note.isTyped && note.html !== edited?.html}
      errorTitle={t('notSaved')}
      hasNothingLeft={note.watched.isDeleted}
      onClose={onClose}
      notice={(command) => (
        <>
          <DraftFound draft={draft.found === null || note.html === draft.found ? draft : undefined} />
          <NoteChanged
            watched={note.watched}
            {...(edited && { command })}
            {...(note.isTyped && !isInDoubt(command.error) && { onAsNew: () => onMove?.(note.moved) })}
          />
          <NotKept shown={!note.isKept} />
        </>
      )}
    >
      {props.above}
      <NoteFields {...props} note={note} error={hasTried ? note.fault : null} />
    </CommandDialog>
  );
}

interface NoteFieldsProps extends Writing {
  readonly note: ReturnType<typeof useNote>;
  readonly error: string | null;
}

function NoteFields({ internal, replyTo, edited, note, error }: NoteFieldsProps) {
  const t = useTexts();
  const isSpanish = useLanguage() === 'es';
  const { data: templates = [] } = useQuery({ ...noteTemplatesQuery, enabled: !internal && !replyTo && !edited });
  const { data: colleagues } = useQuery({ ...assigneesQuery, enabled: internal });
  return (
    <div>
      {templates.length > 0 ? (
        <ChoiceField
          label={t('template')}
          choices={templates.map(({ title, titleEs }) => ({
            value: title,
            label: (isSpanish && titleEs) || title,
            ...(isSpanish && !titleEs && { lang: 'en' }),
          }))}
          emptyLabel={t('noTemplate')}
          value={note.start.template}
          onChange={(title) =>
            note.chooseTemplate(
              title,
              templates.find((template) => template.title === title),
            )
          }
          sx={{ mb: 2 }}
        />
      ) : null}
      <NoteEditor
        key={`${note.start.template} ${note.watched.revision.taken}`}
        label={t('note')}
        initial={note.start.html}
        english={note.start.english}
        onChange={note.change}
        length={sizeOfNote(note.html).characters}
        error={error ?? undefined}
        minHeight={internal ? 180 : 150}
        {...(internal && { colleagues: colleagues ?? [] })}
      />
      {internal || edited ? null : (
        <FormControlLabel
          control={
            <Checkbox checked={note.needsAction} onChange={(event) => note.setNeedsAction(event.target.checked)} />
          }
          label={t('actionNeeded')}
        />
      )}
      {note.mayFinish ? (
        <FormControlLabel
          control={
            <Checkbox
              checked={note.finishesAction}
              onChange={(event) => note.setFinishesAction(event.target.checked)}
            />
          }
          label={t('finishes', { name: replyTo?.authorName ?? '' })}
        />
      ) : null}
    </div>
  );
}

/** Titles by kind of note. Only the provider's people have two kinds; for others a title names no kind. */
const TITLES = {
  edit: { internal: 'editInternal', external: 'editExternal', only: 'editNote' },
  new: { internal: 'newInternal', external: 'newExternal', only: 'newNote' },
} as const;
