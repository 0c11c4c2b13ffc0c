import { Button, Stack } from '@mui/material';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  addPasskey,
  listPasskeys,
  type OwnPasskey,
  removePasskey,
  renamePasskey,
} from '../../../session/sign-in/passkeys.js';
import { BoundField } from '../../../ui/fields/bound-field.js';
import { FormDialog } from '../../../ui/dialogs/form-dialog.js';
import { TextField } from '../../../ui/fields/text-field.js';
import { When } from '../../../ui/words/when.js';
import { OwnEntry, OwnList, OwnPassword, RemoveOwn, useOwnChange } from './own-list.js';
import english from '../../../../texts/en/passkeys.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('passkeys', english);

const queryKey = ['user', 'passkeys'];
const passkeysQuery = queryOptions({ queryKey, queryFn: listPasskeys });

type Open = { readonly dialog: 'add' } | { readonly dialog: 'rename' | 'remove'; readonly passkey: OwnPasskey };

/** The person's own passkeys: each signs in without a password, on the devices that have it. */
export function OwnPasskeys() {
  const say = useTexts();
  const passkeys = useQuery(passkeysQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <OwnList
      read={passkeys}
      loading={say('coming')}
      notRead={say('notRead')}
      none={say('none')}
      entry={(passkey) => <PasskeyEntry key={passkey.id} passkey={passkey} onOpen={setOpen} />}
    >
      <Button variant="outlined" onClick={() => setOpen({ dialog: 'add' })}>
        {say('add')}
      </Button>
      {open?.dialog === 'add' ? <AddPasskey onClose={close} /> : null}
      {open?.dialog === 'rename' ? <RenamePasskey passkey={open.passkey} onClose={close} /> : null}
      {open?.dialog === 'remove' ? <RemovePasskey passkey={open.passkey} onClose={close} /> : null}
    </OwnList>
  );
}

interface PasskeyEntryProps {
  readonly passkey: OwnPasskey;
  readonly onOpen: (open: Open) => void;
}

function PasskeyEntry({ passkey, onOpen }: PasskeyEntryProps) {
  const say = useTexts();
  const { name, created, lastUsed } = passkey;
  const added = () => <When at={created} />;
  return (
    <OwnEntry
      name={name}
      about={
        lastUsed === null
          ? say.rich('unused', { added })
          : say.rich('used', { added, last: () => <When at={lastUsed} /> })
      }
    >
      <Button size="small" aria-label={say('renameIt', { name })} onClick={() => onOpen({ dialog: 'rename', passkey })}>
        {say('rename')}
      </Button>
      <Button size="small" aria-label={say('removeIt', { name })} onClick={() => onOpen({ dialog: 'remove', passkey })}>
        {say('remove')}
      </Button>
    </OwnEntry>
  );
}

interface DialogProps {
  readonly onClose: () => void;
}

const nameFault = (typed: string): true | string => {
  if (typed.trim() === '') return useTexts.now('noName');
  return typed.trim().length <= 60 || useTexts.now('longName');
};

function AddPasskey({ onClose }: DialogProps) {
  const say = useTexts();
  const { control, handleSubmit, formState } = useForm({ defaultValues: { name: '', password: '' } });
  const add = useOwnChange({ queryKey, change: addPasskey, done: say('added'), onClose });
  return (
    <FormDialog
      open
      maxWidth="xs"
      title={say('addTitle')}
      about={say('addAbout')}
      submitLabel={say('addPasskey')}
      busy={add.isPending}
      dirty={formState.isDirty}
      error={add.error}
      errorTitle={say('notAdded')}
      onClose={onClose}
      onSubmit={handleSubmit(({ name, password }) => add.mutate({ name: name.trim(), password }))}
    >
      <Stack spacing={2}>
        <BoundField control={control} name="name" check={nameFault}>
          {(field) => <TextField {...field} label={say('name')} help={say('nameHelp')} autoFocus required />}
        </BoundField>
        <OwnPassword control={control} />
      </Stack>
    </FormDialog>
  );
}

function RenamePasskey({ passkey: { id, name }, onClose }: DialogProps & { readonly passkey: OwnPasskey }) {
  const say = useTexts();
  const { control, handleSubmit, formState } = useForm({ defaultValues: { name } });
  const rename = useOwnChange({
    ...{ queryKey, done: say('renamed'), onClose },
    change: (typed: string) => renamePasskey(id, typed),
  });
  return (
    <FormDialog
      open
      maxWidth="xs"
      title={say('renameTitle')}
      submitLabel={say('rename')}
      busy={rename.isPending}
      dirty={formState.isDirty}
      error={rename.error}
      errorTitle={say('notRenamed')}
      onClose={onClose}
      onSubmit={handleSubmit((typed) => rename.mutate(typed.name.trim()))}
    >
      <BoundField control={control} name="name" check={nameFault}>
        {(field) => <TextField {...field} label={say('name')} autoFocus required />}
      </BoundField>
    </FormDialog>
  );
}

function RemovePasskey({ passkey: { id, name }, onClose }: DialogProps & { readonly passkey: OwnPasskey }) {
  const say = useTexts();
  return (
    <RemoveOwn
      title={say('removeTitle')}
      about={say('removeAbout', { name })}
      submitLabel={say('remove')}
      errorTitle={say('notRemoved')}
      done={say('removed')}
      queryKey={queryKey}
      remove={(password) => removePasskey(id, password)}
      onClose={onClose}
    />
  );
}
