import { Stack, Typography } from '@mui/material';
import { type QueryKey, useMutation, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Control, type FieldValues, type Path, useForm } from 'react-hook-form';
import { toast } from '../../../ui/announcer.js';
import { BoundField } from '../../../ui/fields/bound-field.js';
import { ReadState } from '../../../ui/read-state.js';
import { useFocusKept } from '../../../ui/focus.js';
import { FormDialog } from '../../../ui/dialogs/form-dialog.js';
import { PasswordField } from '../../../ui/fields/password-field.js';
import english from '../../../../texts/en/sign-in.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('sign-in', english);

interface OwnListProps<Entry> {
  /** Its data are null if the entries are not known. */
  readonly read: Pick<UseQueryResult<readonly Entry[] | null>, 'data' | 'error' | 'refetch'>;
  readonly loading: string;
  readonly notRead: string;
  /** Shown instead of no entries. */
  readonly none: string;
  readonly entry: (entry: Entry) => ReactNode;
  /** What can be done with the list, once it is read. */
  readonly children: ReactNode;
}

/** What a person has of their own: sessions, passkeys, second factors. */
export function OwnList<Entry>({ read, loading, notRead, none, entry, children }: OwnListProps<Entry>) {
  const focusKept = useFocusKept();
  return (
    <ReadState read={read} failed={notRead} loading={loading}>
      {(entries) => (
        <Stack {...focusKept} sx={{ gap: 2, alignItems: 'flex-start' }}>
          {entries?.length ? (
            <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, gap: 1, width: '100%' }}>
              {entries.map(entry)}
            </Stack>
          ) : (
            <Typography color="textSecondary">{none}</Typography>
          )}
          {children}
        </Stack>
      )}
    </ReadState>
  );
}

interface OwnEntryProps {
  readonly name: ReactNode;
  readonly about: ReactNode;
  /** Its buttons. */
  readonly children: ReactNode;
}

export const OwnEntry = ({ name, about, children }: OwnEntryProps) => (
  <Stack
    component="li"
    direction="row"
    sx={{
      ...{ alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap', gap: 2 },
      ...{ py: 1, borderBottom: 1, borderColor: 'divider' },
    }}
  >
    <div>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{name}</Typography>
      <Typography variant="body2" color="textSecondary">
        {about}
      </Typography>
    </div>
    <div>{children}</div>
  </Stack>
);

interface OwnChange<Input> {
  readonly change: (input: Input) => Promise<unknown>;
  /** Key of the list that is read again after the change. */
  readonly queryKey: QueryKey;
  readonly done: string;
  readonly onClose: () => void;
}

/** Changes an entry in a dialog: then the list is read again, what was done is said, and the dialog closes. */
export function useOwnChange<Input>({ change, queryKey, done, onClose }: OwnChange<Input>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey });
      toast(done);
      onClose();
    },
  });
}

interface RemoveOwnProps {
  readonly title: string;
  readonly about: string;
  readonly submitLabel: string;
  readonly errorTitle: string;
  /** Said when it is removed. */
  readonly done: string;
  readonly queryKey: QueryKey;
  readonly remove: (password: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the password before an entry is removed. */
export function RemoveOwn({ done, queryKey, remove, onClose, ...words }: RemoveOwnProps) {
  const { control, handleSubmit, formState } = useForm({ defaultValues: { password: '' } });
  const removal = useOwnChange({ queryKey, change: remove, done, onClose });
  return (
    <FormDialog
      {...words}
      open
      maxWidth="xs"
      submitColor="error"
      busy={removal.isPending}
      dirty={formState.isDirty}
      error={removal.error}
      onClose={onClose}
      onSubmit={handleSubmit(({ password }) => removal.mutate(password))}
    >
      <OwnPassword control={control} autoFocus />
    </FormDialog>
  );
}

interface OwnPasswordProps<Typed extends FieldValues & { password: string }> {
  readonly control: Control<Typed>;
  readonly autoFocus?: boolean;
}

/** The field `password`, which proves that the person changes the list, and not somebody at their desk. */
export function OwnPassword<Typed extends FieldValues & { password: string }>({
  control,
  autoFocus = false,
}: OwnPasswordProps<Typed>) {
  const say = useTexts();
  return (
    <BoundField
      control={control}
      name={'password' as Path<Typed>}
      check={(typed: string) => typed !== '' || say('noPassword')}
    >
      {(field) => (
        <PasswordField
          {...field}
          label={say('password')}
          autoComplete="current-password"
          autoFocus={autoFocus}
          required
        />
      )}
    </BoundField>
  );
}
