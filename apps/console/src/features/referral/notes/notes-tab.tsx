import type { User } from '@throughline/contracts';
import { isRecertificationId, maySeeQueue, mayWorkTasks } from '@throughline/domain';
import { Box, Button, FormControlLabel, Stack, Switch, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { queryClient } from '../../../api/query-client.js';
import { useCommand } from '../../../api/use-command.js';
import { siteStorage } from '../../../session/storage/browser-storage.js';
import { toastFailed } from '../../../ui/announcer.js';
import { ErrorState } from '../../../ui/page/error-state.js';
import { CommandDialog } from '../../../ui/dialogs/command-dialog.js';
import { NotReadAgain } from '../../../ui/page/not-live.js';
import { onDemand } from '../../../ui/page/on-demand.js';
import { useNow } from '../../../ui/use-clock.js';
import { useUrlState } from '../../../ui/tables/url-state.js';
import { ThreadList } from './note-card.js';
import { placeOf, strandedDrafts, type Writing } from './note-draft.js';
import { filterThreads, NO_FILTER, type NoteFilter, TYPES } from './note-filter.js';
import { NoteFilters } from './note-filters.js';
import { externalNote, internalNote, type ShownNote } from './thread.js';
import { type Notes, useInternalNotes, useNotes } from './use-notes.js';
import { useReadNotes } from './use-read-notes.js';
import english from '../../../../texts/en/notes.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';
import { usePast } from '../../../past/past.js';

const useTexts = textsOf('notes', english);

const StrandedDraft = onDemand(async () => (await import('./stranded-draft.js')).StrandedDraft);
const NoteDialog = onDemand(async () => (await import('./note-dialog.js')).NoteDialog);

interface NotesTabProps {
  readonly referralId: string;
  readonly user: User;
  /** The external notes; null: a recertification, which has none. */
  readonly notes: Notes | null;
  /** Whether the notes stand beside other sections: in one column and without the filters. */
  readonly narrow?: boolean;
}

/**
 * The notes of a referral (ordering specification, section 2, Notes tab). The provider's people see the internal notes beside the external
 * ones.
 */
export function NotesTab({ referralId, user, notes, narrow = false }: NotesTabProps) {
  const t = useTexts();
  const [writing, setWriting] = useState<Writing | null>(null);
  const close = () => setWriting(null);
  const isInsider = maySeeQueue(user);
  const [typed, setFilter] = useUrlState(NO_FILTER);
  const hasFilters = isInsider && !narrow;
  const filter = hasFilters ? typed : NO_FILTER;
  // A dialog may have one of them open.
  const shared = { referralId, user, filter, onWrite: setWriting, offersDrafts: writing === null };
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 4,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', ...(hasFilters && { md: 'repeat(2, minmax(0, 1fr))' }) },
      }}
    >
      {hasFilters ? <NoteFilters referralId={referralId} filter={filter} onChange={setFilter} /> : null}
      {notes ? <ExternalNotes {...shared} notes={notes} heading={t(isInsider ? 'externalNotes' : 'notes')} /> : null}
      {isInsider ? <InternalNotes {...shared} /> : null}
      {writing ? (
        <NoteDialog {...writing} referralId={referralId} user={user} onClose={close} onFailed={close} />
      ) : null}
    </Box>
  );
}

/** The notes on a task's page, which reads them here. */
export function NotesOfTask(props: NotesOfTaskProps) {
  return isRecertificationId(props.referralId) ? <NotesTab {...props} notes={null} narrow /> : <BothNotes {...props} />;
}

type NotesOfTaskProps = Pick<NotesTabProps, 'referralId' | 'user'>;
const BothNotes = (props: NotesOfTaskProps) => <NotesTab {...props} notes={useNotes(props.referralId)} narrow />;

interface NotesProps {
  readonly referralId: string;
  readonly user: User;
  readonly filter: NoteFilter;
  readonly onWrite: (writing: Writing) => void;
  readonly offersDrafts: boolean;
}

function ExternalNotes({
  referralId,
  user,
  notes,
  heading,
  filter,
  onWrite,
  offersDrafts,
}: NotesProps & { readonly notes: Notes; readonly heading: string }) {
  const t = useTexts();
  const { seen, markUnread } = useReadNotes('notes', referralId);
  const changeAction = useNoteAction(referralId);
  const { data, error, refetch } = notes;
  const all = data?.notes.map(externalNote);
  const shown = all && filterThreads(all, TYPES.external, filter);
  return (
    <NotesSection
      heading={heading}
      action={
        <NewNote onClick={() => onWrite({ internal: false })}>
          {t(user.role === 'referrer' ? 'new' : 'newExternal')}
        </NewNote>
      }
    >
      {error && !data ? <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} /> : null}
      <NotReadAgain title={t('failed')} list={notes} />
      {offersDrafts && all ? <StrandedDrafts referralId={referralId} user={user} notes={all} internal={false} /> : null}
      {shown ? (
        <ThreadList
          notes={shown}
          empty={t(all?.length === 0 ? 'none' : 'noMatch')}
          userId={user.id}
          onReply={(replyTo) => onWrite({ internal: false, replyTo })}
          onEdit={(edited) => onWrite({ internal: false, edited })}
          onSeen={({ id }) => seen(id)}
          onMarkUnread={({ id }) => markUnread(id)}
          {...(mayWorkTasks(user) && { onAction: changeAction })}
        />
      ) : null}
    </NotesSection>
  );
}

function useNoteAction(referralId: string): (note: ShownNote, isDone: boolean) => void {
  const words = useWords();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: ['notes', referralId] });
  const t = useTexts();
  const onError = (act: 'markDone' | 'markNeeded') => (error: Error) => toastFailed(t(act), words(error.message));
  const finish = useCommand('POST /notes/action-done', { onSuccess, onError: onError('markDone') });
  const request = useCommand('POST /notes/action-needed', { onSuccess, onError: onError('markNeeded') });
  return ({ id: noteId }, isDone) => (isDone ? finish : request).mutate({ body: { noteId } });
}

function InternalNotes({ referralId, user, filter, onWrite, offersDrafts }: NotesProps) {
  const t = useTexts();
  const { seen, markUnread } = useReadNotes('internal-notes', referralId);
  const { data, error, refetch } = useInternalNotes(referralId);
  const [showsDeleted, setShowsDeleted] = useState(false);
  const [deleting, setDeleting] = useState<ShownNote | null>(null);
  const notes = data?.notes.map((note) => internalNote(note, t('nobody')));
  const listed = notes?.filter(({ isDeleted }) => isDeleted === showsDeleted) ?? [];
  const deletedCount = notes?.filter(({ isDeleted }) => isDeleted).length ?? 0;
  return (
    <NotesSection
      heading={t('internalNotes')}
      action={<NewNote onClick={() => onWrite({ internal: true })}>{t('newInternal')}</NewNote>}
    >
      {error && !data ? <ErrorState title={t('internalFailed')} error={error} onRetry={() => void refetch()} /> : null}
      <NotReadAgain title={t('internalFailed')} list={{ data, error, refetch }} />
      {offersDrafts && notes ? <StrandedDrafts referralId={referralId} user={user} notes={notes} internal /> : null}
      {notes ? (
        <>
          <FormControlLabel
            control={<Switch checked={showsDeleted} onChange={(event) => setShowsDeleted(event.target.checked)} />}
            label={t('showDeleted', { count: deletedCount })}
            sx={{ ml: 0, mb: 1 }}
          />
          <ThreadList
            key={String(showsDeleted)}
            notes={filterThreads(listed, TYPES.internal, filter)}
            empty={t(listed.length > 0 ? 'noMatch' : showsDeleted ? 'noDeleted' : 'noInternal')}
            userId={user.id}
            onReply={(replyTo) => onWrite({ internal: true, replyTo })}
            onEdit={(edited) => onWrite({ internal: true, edited })}
            onDelete={setDeleting}
            onSeen={({ id }) => seen(id)}
            onMarkUnread={({ id }) => markUnread(id)}
          />
        </>
      ) : error ? null : (
        <Typography color="textSecondary">{t('internalLoading')}</Typography>
      )}
      {deleting ? <DeleteNote referralId={referralId} note={deleting} onClose={() => setDeleting(null)} /> : null}
    </NotesSection>
  );
}

interface StrandedDraftsProps extends Pick<NotesProps, 'referralId' | 'user'> {
  readonly notes: readonly ShownNote[];
  readonly internal: boolean;
}

function StrandedDrafts({ notes, internal, ...of }: StrandedDraftsProps) {
  const past = usePast();
  const stranded = strandedDrafts(siteStorage, of, { notes, internal, now: useNow() });
  return past
    ? null
    : stranded.map((writing) => <StrandedDraft key={placeOf(of, writing)} writing={writing} {...of} />);
}

function NotesSection({
  heading,
  action,
  children,
}: {
  readonly heading: string;
  readonly action: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Box component="section" sx={{ minWidth: 0 }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2, flexWrap: 'wrap', mb: 2 }}>
        <Typography variant="h2">{heading}</Typography>
        {action}
      </Stack>
      {children}
    </Box>
  );
}

function NewNote({ onClick, children }: { readonly onClick: () => void; readonly children: ReactNode }) {
  const past = usePast();
  return past ? null : (
    <Button variant="contained" onClick={onClick} onPointerEnter={NoteDialog.preload} onFocus={NoteDialog.preload}>
      {children}
    </Button>
  );
}

interface DeleteNoteProps {
  readonly referralId: string;
  readonly note: ShownNote;
  readonly onClose: () => void;
}

function DeleteNote({ referralId, note, onClose }: DeleteNoteProps) {
  const t = useTexts();
  return (
    <CommandDialog
      endpoint="POST /internal-notes/{id}/delete"
      request={() => ({ params: { id: note.id } })}
      doneWords={t('wasDeleted')}
      reads={[['internal-notes', referralId]]}
      title={t('deleteTitle')}
      about={t('deleteAbout')}
      submitLabel={t('delete')}
      submitColor="error"
      onClose={onClose}
    />
  );
}
