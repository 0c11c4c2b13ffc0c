import { Stack, Typography } from '@mui/material';
import { type QueryKey, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { BoundField } from '../../../ui/fields/bound-field.js';
import { ReadState } from '../../../ui/read-state.js';
import { useFocusKept } from '../../../ui/focus.js';
import { ChangeDialog } from '../../../ui/dialogs/command-dialog.js';
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

/** For the dialog of a change: it closes once the list is read again, so that the focus finds its place there. */
export function useListRead(queryKey: QueryKey) {
  const queries = useQueryClient();
  return { onDone: () => queries.invalidateQueries({ queryKey }) };
}

interface RemoveOwnProps {
  readonly title: string;
  readonly about: string;
  readonly submitLabel: string;
  readonly errorTitle: string;
  /** Said when it is removed. */
  readonly doneWords: string;
  readonly queryKey: QueryKey;
  readonly remove: (password: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the password before an entry is removed. */
export const RemoveOwn = ({ queryKey, remove, ...words }: RemoveOwnProps) => (
  <ChangeDialog
    {...words}
    {...useListRead(queryKey)}
    form={useForm({ defaultValues: { password: '' } })}
    request={({ password }) => password}
    change={remove}
    maxWidth="xs"
    submitColor="error"
  >
    <OwnPassword autoFocus />
  </ChangeDialog>
);

/** The field `password`, which proves that the person changes the list, and not somebody at their desk. */
export function OwnPassword({ autoFocus = false }: { readonly autoFocus?: boolean }) {
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
