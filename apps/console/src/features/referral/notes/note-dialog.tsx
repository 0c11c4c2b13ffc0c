import { isOfDomain, type NoteTemplate, type RequestOf, type User } from '@throughline/contracts';
import { htmlOf, mayWorkTasks, noteFault, sizeOfNote, wordsOf } from '@throughline/domain';
import { Checkbox, FormControlLabel } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useState } from 'react';
import { isInDoubt } from '../../../api/api-error.js';
import { consoleConfigAtom } from '../../../session/session.js';
import { type OpenDraft, useDraft } from '../../../draft/use-draft.js';
import { text } from '../../../session/storage/stored-values.js';
import { ChoiceField } from '../../../ui/fields/choice/choice-field.js';
import { CommandDialog } from '../../../ui/dialogs/command-dialog.js';
import { DraftFound } from '../../../ui/dialogs/draft-found.js';
import { NotKept } from '../../../ui/fields/not-kept.js';
import { noteTemplatesQuery } from '../queries.js';
import { assigneesQuery } from '../../../api/assignees.js';
import { errorBeside } from '../../../meanwhile/use-replacing.js';
import { NoteChanged, useNoteRevision } from './note-changed.js';
import { endpointOf, type NoteEndpoint, placeOf, type Writing } from './note-draft.js';
import { isSaved, SavedBefore } from './note-saved.js';
import { NoteEditor } from '../../../note-text/note-editor.js';
import english from '../../../../texts/en/note-dialog.json' with { type: 'json' };
import { textsOf, useLanguage } from '../../../language/language.js';

const useTexts = textsOf('note-dialog', english);

/** A text that was typed for another note. */
interface MovedText {
  readonly html: string;
  /** Called when it is stored as the draft of this note. */
  readonly onKept: () => void;
}

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

type NoteDraft = OpenDraft<string, RequestOf<NoteEndpoint>>;

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

/** The text and the options of the note, which are stored in this browser, and the request that sends them. */
function useNote({ referralId, user, internal, replyTo, edited, initial = '', moved, draft }: OpenNoteDialogProps) {
  const { revision, ...watched } = useNoteRevision(referralId, internal, edited ?? replyTo ?? null);
  const { operatorEmailDomain } = useAtomValue(consoleConfigAtom);
  const isSpanish = useLanguage() === 'es';
  const [isKept, setKept] = useState(true);
  /** The initial text of the editor, which starts again with each template. */
  const [start, setStart] = useState({
    html: (draft.found ?? edited?.html ?? '') + (moved?.html ?? '') + (initial && htmlOf(initial)),
    ...{ template: '', english: '' },
  });
  const [html, setHtml] = useState(start.html);
  const [needsAction, setNeedsAction] = useState(() => isOfDomain(user.email, operatorEmailDomain));
  const [finishesAction, setFinishesAction] = useState(false);
  const mayFinish = replyTo?.actionNeeded === true && mayWorkTasks(user);
  const isTyped = wordsOf(html).trim() !== '';
  const change = (typed: string) => {
    setHtml(typed);
    setKept(draft.save(typed));
  };
  useEffect(() => {
    if (moved && draft.save(start.html)) moved.onKept();
    // Once: from then on it is the draft of this note.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const request = (): RequestOf<NoteEndpoint> => {
    const seen = { noteText: revision.seen.noteText };
    if (edited && internal) return { params: { id: edited.id }, body: { note: html, seen } };
    if (edited) return { body: { userId: user.id, noteId: edited.id, noteText: html, seen } };
    if (internal) return { body: { referralId, note: html, parentNoteId: replyTo?.id ?? null } };
    const body = { referralId, userId: user.id, noteText: html, actionNeeded: needsAction };
    return { body: { ...body, parentNote: replyTo?.id ?? null, ...(mayFinish && { finishesAction }) } };
  };
  /** Keeps a typed text. A text that was not changed here is replaced by the present one. */
  const takeOver = () => {
    const next = html === revision.seen.noteText ? revision.present.noteText : html;
    setStart({ html: next, template: '', english: '' });
    change(next);
    revision.takeOver();
  };
  /** Inserts a template after what was typed, in place of a template that was chosen before. */
  const chooseTemplate = (title: string, chosen: NoteTemplate | undefined) => {
    const isOwn = isTyped && (start.template === '' || html !== start.html);
    const spanish = (isSpanish && chosen?.noteTextEs) || '';
    const english = spanish === '' ? (chosen?.noteText ?? '') : '';
    const next = `${isOwn ? html : ''}${spanish}${english}`;
    setStart({ html: next, template: title, english: isSpanish ? english : '' });
    change(next);
    if (chosen) setNeedsAction(chosen.actionNeeded);
  };
  return {
    ...{ isKept, html, isTyped, start, change, chooseTemplate, request },
    ...{ needsAction, setNeedsAction, mayFinish, finishesAction, setFinishesAction },
    watched: { ...watched, revision: { ...revision, takeOver } },
    fault: noteFault(html),
    moved: { html, onKept: draft.clear },
  };
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
            ...{ value: title, label: (isSpanish && titleEs) || title },
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
