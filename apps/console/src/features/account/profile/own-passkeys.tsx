import { Button, Stack, Typography } from '@mui/material';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { addPasskey, listPasskeys, type OwnPasskey, removePasskey, renamePasskey } from '../../../session/passkeys.js';
import { toast } from '../../../ui/announcer.js';
import { BoundField } from '../../../ui/bound-field.js';
import { Coming } from '../../../ui/coming.js';
import { ErrorState } from '../../../ui/error-state.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { PasswordField } from '../../../ui/password-field.js';
import { TextField } from '../../../ui/text-field.js';
import { When } from '../../../ui/when.js';
import { OwnEntry, OwnList } from './own-list.js';

const passkeysQuery = queryOptions({ queryKey: ['user', 'passkeys'], queryFn: listPasskeys });

type Open = { readonly dialog: 'add' } | { readonly dialog: 'rename' | 'remove'; readonly passkey: OwnPasskey };

/** The person's own passkeys: each signs in without a password, on the devices that have it. */
export function OwnPasskeys() {
  const { data, error, refetch } = useQuery(passkeysQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  if (data === undefined) {
    return error ? (
      <ErrorState title="Your passkeys could not be read" error={error} onRetry={() => void refetch()} />
    ) : (
      <Coming label="Passkeys are loading" />
    );
  }
  return (
    <Stack sx={{ gap: 2, alignItems: 'flex-start' }}>
      {data.length === 0 ? (
        <Typography color="textSecondary">
          You have none. With a passkey you sign in by your device’s fingerprint, face or PIN, without a password and
          without a code.
        </Typography>
      ) : (
        <OwnList>
          {data.map((passkey) => (
            <PasskeyEntry key={passkey.id} passkey={passkey} onOpen={setOpen} />
          ))}
        </OwnList>
      )}
      <Button variant="outlined" onClick={() => setOpen({ dialog: 'add' })}>
        Add a passkey
      </Button>
      {open?.dialog === 'add' ? <AddPasskey onClose={close} /> : null}
      {open?.dialog === 'rename' ? <RenamePasskey passkey={open.passkey} onClose={close} /> : null}
      {open?.dialog === 'remove' ? <RemovePasskey passkey={open.passkey} onClose={close} /> : null}
    </Stack>
  );
}

interface PasskeyEntryProps {
  readonly passkey: OwnPasskey;
  readonly onOpen: (open: Open) => void;
}

function PasskeyEntry({ passkey, onOpen }: PasskeyEntryProps) {
  const { name, created, lastUsed } = passkey;
  return (
    <OwnEntry
      name={name}
      about={
        <>
          Added <When at={created} />
          {lastUsed === null ? ', not used yet' : ', last used '}
          {lastUsed === null ? null : <When at={lastUsed} />}
        </>
      }
    >
      <Button size="small" aria-label={`Rename: ${name}`} onClick={() => onOpen({ dialog: 'rename', passkey })}>
        Rename
      </Button>
      <Button size="small" aria-label={`Remove: ${name}`} onClick={() => onOpen({ dialog: 'remove', passkey })}>
        Remove
      </Button>
    </OwnEntry>
  );
}

interface DialogProps {
  readonly onClose: () => void;
}

/** Carries the change out, says so, and closes the dialog. */
function useChange<Input>(change: (input: Input) => Promise<unknown>, done: string, onClose: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: passkeysQuery.queryKey });
      toast(done);
      onClose();
    },
  });
}

const nameFault = (typed: string): true | string => {
  if (typed.trim() === '') return 'Name is required';
  return typed.trim().length <= 60 || 'Name is too long';
};

function AddPasskey({ onClose }: DialogProps) {
  const { control, handleSubmit, formState } = useForm({ defaultValues: { name: '', password: '' } });
  const add = useChange(addPasskey, 'Passkey added', onClose);
  return (
    <FormDialog
      open
      maxWidth="xs"
      title="Add a Passkey"
      about="Your browser then asks for your fingerprint, face or PIN. You are mailed a notice."
      submitLabel="Add passkey"
      busy={add.isPending}
      dirty={formState.isDirty}
      error={add.error}
      errorTitle="The passkey was not added"
      onClose={onClose}
      onSubmit={handleSubmit(({ name, password }) => add.mutate({ name: name.trim(), password }))}
    >
      <Stack spacing={2}>
        <BoundField control={control} name="name" check={nameFault}>
          {(field) => (
            <TextField {...field} label="Name" help="Of the device, such as Work laptop" autoFocus required />
          )}
        </BoundField>
        <BoundField control={control} name="password" check={(typed) => typed !== '' || 'Password is required'}>
          {(field) => <PasswordField {...field} label="Password" autoComplete="current-password" required />}
        </BoundField>
      </Stack>
    </FormDialog>
  );
}

function RenamePasskey({ passkey: { id, name }, onClose }: DialogProps & { readonly passkey: OwnPasskey }) {
  const { control, handleSubmit, formState } = useForm({ defaultValues: { name } });
  const rename = useChange((typed: string) => renamePasskey(id, typed), 'Passkey renamed', onClose);
  return (
    <FormDialog
      open
      maxWidth="xs"
      title="Rename the Passkey"
      submitLabel="Rename"
      busy={rename.isPending}
      dirty={formState.isDirty}
      error={rename.error}
      errorTitle="The passkey was not renamed"
      onClose={onClose}
      onSubmit={handleSubmit((typed) => rename.mutate(typed.name.trim()))}
    >
      <BoundField control={control} name="name" check={nameFault}>
        {(field) => <TextField {...field} label="Name" autoFocus required />}
      </BoundField>
    </FormDialog>
  );
}

function RemovePasskey({ passkey: { id, name }, onClose }: DialogProps & { readonly passkey: OwnPasskey }) {
  const remove = useChange(() => removePasskey(id), 'Passkey removed', onClose);
  return (
    <FormDialog
      open
      maxWidth="xs"
      title="Remove the Passkey"
      about={`“${name}” will no longer sign in. You are mailed a notice. Delete it on the device as well.`}
      submitLabel="Remove"
      submitColor="error"
      busy={remove.isPending}
      error={remove.error}
      errorTitle="The passkey was not removed"
      onClose={onClose}
      onSubmit={() => remove.mutate(undefined)}
    />
  );
}
