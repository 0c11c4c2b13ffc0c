import { Button } from '@mui/material';
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
import { BoundText } from '../../../ui/fields/bound-text.js';
import { ChangeDialog } from '../../../ui/dialogs/command-dialog.js';
import { When } from '../../../ui/words/when.js';
import { ProfileEntry, ProfileList, CurrentPassword, RemoveEntry, useListRead } from './profile-list.js';
import english from '../../../../texts/en/passkeys.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('passkeys', english);

const queryKey = ['user', 'passkeys'];
const passkeysQuery = queryOptions({ queryKey, queryFn: listPasskeys });

type Open = { readonly dialog: 'add' } | { readonly dialog: 'rename' | 'remove'; readonly passkey: OwnPasskey };

/** The person's passkeys. Each signs in without a password, on the devices that have it. */
export function PasskeyList() {
  const t = useTexts();
  const passkeys = useQuery(passkeysQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <ProfileList
      read={passkeys}
      loading={t('coming')}
      notRead={t('notRead')}
      none={t('none')}
      entry={(passkey) => <PasskeyEntry key={passkey.id} passkey={passkey} onOpen={setOpen} />}
    >
      <Button variant="outlined" onClick={() => setOpen({ dialog: 'add' })}>
        {t('add')}
      </Button>
      {open?.dialog === 'add' ? <AddPasskey onClose={close} /> : null}
      {open?.dialog === 'rename' ? <RenamePasskey passkey={open.passkey} onClose={close} /> : null}
      {open?.dialog === 'remove' ? <RemovePasskey passkey={open.passkey} onClose={close} /> : null}
    </ProfileList>
  );
}

interface PasskeyEntryProps {
  readonly passkey: OwnPasskey;
  readonly onOpen: (open: Open) => void;
}

function PasskeyEntry({ passkey, onOpen }: PasskeyEntryProps) {
  const t = useTexts();
  const { name, created, lastUsed } = passkey;
  const added = () => <When at={created} />;
  return (
    <ProfileEntry
      name={name}
      about={
        lastUsed === null ? t.rich('unused', { added }) : t.rich('used', { added, last: () => <When at={lastUsed} /> })
      }
    >
      <Button size="small" aria-label={t('renameIt', { name })} onClick={() => onOpen({ dialog: 'rename', passkey })}>
        {t('rename')}
      </Button>
      <Button size="small" aria-label={t('removeIt', { name })} onClick={() => onOpen({ dialog: 'remove', passkey })}>
        {t('remove')}
      </Button>
    </ProfileEntry>
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
  const t = useTexts();
  const form = useForm({ defaultValues: { name: '', password: '' } });
  return (
    <ChangeDialog
      form={form}
      request={({ name, password }) => ({ name: name.trim(), password })}
      change={addPasskey}
      doneWords={t('added')}
      {...useListRead(queryKey)}
      maxWidth="xs"
      title={t('addTitle')}
      about={t('addAbout')}
      submitLabel={t('addPasskey')}
      errorTitle={t('notAdded')}
      onClose={onClose}
    >
      <BoundText name="name" check={nameFault} label={t('name')} help={t('nameHelp')} autoFocus required />
      <CurrentPassword />
    </ChangeDialog>
  );
}

function RenamePasskey({ passkey: { id, name }, onClose }: DialogProps & { readonly passkey: OwnPasskey }) {
  const t = useTexts();
  const form = useForm({ defaultValues: { name } });
  return (
    <ChangeDialog
      form={form}
      request={(typed) => typed.name.trim()}
      change={(typed: string) => renamePasskey(id, typed)}
      doneWords={t('renamed')}
      {...useListRead(queryKey)}
      maxWidth="xs"
      title={t('renameTitle')}
      submitLabel={t('rename')}
      errorTitle={t('notRenamed')}
      onClose={onClose}
    >
      <BoundText name="name" check={nameFault} label={t('name')} autoFocus required />
    </ChangeDialog>
  );
}

function RemovePasskey({ passkey: { id, name }, onClose }: DialogProps & { readonly passkey: OwnPasskey }) {
  const t = useTexts();
  return (
    <RemoveEntry
      title={t('removeTitle')}
      about={t('removeAbout', { name })}
      submitLabel={t('remove')}
      errorTitle={t('notRemoved')}
      doneWords={t('removed')}
      queryKey={queryKey}
      remove={(password) => removePasskey(id, password)}
      onClose={onClose}
    />
  );
}
