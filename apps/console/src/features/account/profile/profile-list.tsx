import { Stack, Typography } from '@mui/material';
import { type QueryKey, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { BoundField } from '../../../ui/fields/bound-field.js';
import { ReadState } from '../../../ui/page/read-state.js';
import { useFocusKept } from '../../../ui/focus.js';
import { ChangeDialog } from '../../../ui/dialogs/command-dialog.js';
import { PasswordField } from '../../../ui/fields/password-field.js';
import english from '../../../../texts/en/sign-in.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('sign-in', english);

interface ProfileListProps<Entry> {
  /** The data are null if the provider cannot list the entries. */
  readonly read: Pick<UseQueryResult<readonly Entry[] | null>, 'data' | 'error' | 'refetch'>;
  readonly loading: string;
  readonly notRead: string;
  /** Shown if there are no entries. */
  readonly none: string;
  readonly entry: (entry: Entry) => ReactNode;
  /** The actions on the list, shown once it is read. */
  readonly children: ReactNode;
}

/** A list on a person's own profile: sessions, passkeys or second factors. */
export function ProfileList<Entry>({ read, loading, notRead, none, entry, children }: ProfileListProps<Entry>) {
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

interface ProfileEntryProps {
  readonly name: ReactNode;
  readonly about: ReactNode;
  /** The buttons of the entry. */
  readonly children: ReactNode;
}

export const ProfileEntry = ({ name, about, children }: ProfileEntryProps) => (
  <Stack
    component="li"
    direction="row"
    sx={{
      alignItems: 'center',
      justifyContent: 'space-between',
      flexWrap: 'wrap',
      gap: 2,
      py: 1,
      borderBottom: 1,
      borderColor: 'divider',
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

/** Props for a dialog that changes the list. It closes after the list is read again, so that the focus can return to an entry. */
export function useListRead(queryKey: QueryKey) {
  const queries = useQueryClient();
  return { onDone: () => queries.invalidateQueries({ queryKey }) };
}

interface RemoveEntryProps {
  readonly title: string;
  readonly about: string;
  readonly submitLabel: string;
  readonly errorTitle: string;
  /** Announced after the removal. */
  readonly doneWords: string;
  readonly queryKey: QueryKey;
  readonly remove: (password: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the password before an entry is removed. */
export const RemoveEntry = ({ queryKey, remove, ...words }: RemoveEntryProps) => (
  <ChangeDialog
    {...words}
    {...useListRead(queryKey)}
    form={useForm({ defaultValues: { password: '' } })}
    request={({ password }) => password}
    change={remove}
    maxWidth="xs"
    submitColor="error"
  >
    <CurrentPassword autoFocus />
  </ChangeDialog>
);

/** The field `password`, which prevents changes by somebody else at an unlocked computer. */
export function CurrentPassword({ autoFocus = false }: { readonly autoFocus?: boolean }) {
  const t = useTexts();
  return (
    <BoundField name="password" check={(typed: string) => typed !== '' || t('noPassword')}>
      {(field) => (
        <PasswordField
          {...field}
          label={t('password')}
          autoComplete="current-password"
          autoFocus={autoFocus}
          required
        />
      )}
    </BoundField>
  );
}
