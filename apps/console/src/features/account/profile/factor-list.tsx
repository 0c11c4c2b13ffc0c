import { Button, Stack, Typography } from '@mui/material';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import english from '../../../../texts/en/sign-in-methods.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';
import { AppSecret, CodeField } from '../../../session/dialogs/code-parts.js';
import { addApp, confirmApp, listFactors, type OwnFactor, removeApp } from '../../../session/sign-in/own-factors.js';
import type { NewApp } from '../../../session/sign-in/sign-in-step.js';
import { ChangeDialog } from '../../../ui/dialogs/command-dialog.js';
import { When } from '../../../ui/words/when.js';
import { ProfileEntry, ProfileList, CurrentPassword, RemoveEntry, useListRead } from './profile-list.js';

const useTexts = textsOf('sign-in-methods', english);

const queryKey = ['user', 'factors'];
const factorsQuery = queryOptions({ queryKey, queryFn: listFactors });

/** The phone and the authenticator app whose codes confirm the person's sign-ins. The app can be added and removed. */
export function FactorList() {
  const t = useTexts();
  const factors = useQuery(factorsQuery);
  const [open, setOpen] = useState<'add' | OwnFactor | null>(null);
  const close = () => setOpen(null);
  const hasApp = factors.data?.some(({ kind }) => kind === 'app');
  return (
    <ProfileList
      read={factors}
      loading={t('loading')}
      notRead={t('notRead')}
      none={t('none')}
      entry={(factor) => <FactorEntry key={factor.id} factor={factor} onRemove={setOpen} />}
    >
      {hasApp ? null : (
        <Button variant="outlined" onClick={() => setOpen('add')}>
          {t('add')}
        </Button>
      )}
      {open === 'add' ? <AddApp onClose={close} /> : null}
      {open !== null && open !== 'add' ? <RemoveApp app={open} onClose={close} /> : null}
    </ProfileList>
  );
}

interface FactorEntryProps {
  readonly factor: OwnFactor;
  readonly onRemove: (factor: OwnFactor) => void;
}

function FactorEntry({ factor, onRemove }: FactorEntryProps) {
  const t = useTexts();
  const { kind, phone, created } = factor;
  const added = t.rich('addedAt', { time: () => <When at={created} /> });
  if (kind === 'phone') {
    return (
      <ProfileEntry name={t('phone', { phone: phone ?? '' })} about={added}>
        <Typography variant="body2" color="textSecondary">
          {t('phoneChange')}
        </Typography>
      </ProfileEntry>
    );
  }
  return (
    <ProfileEntry name={t('app')} about={added}>
      <Button size="small" aria-label={t('removeApp')} onClick={() => onRemove(factor)}>
        {t('remove')}
      </Button>
    </ProfileEntry>
  );
}

interface DialogProps {
  readonly onClose: () => void;
}

/** Asks for the password, and then shows the secret, which the person confirms with a code. */
function AddApp({ onClose }: DialogProps) {
  const [app, setApp] = useState<NewApp | null>(null);
  return app === null ? (
    <GivePassword onClose={onClose} onAdded={setApp} />
  ) : (
    <ConfirmApp app={app} onClose={onClose} />
  );
}

function GivePassword({ onClose, onAdded }: DialogProps & { readonly onAdded: (app: NewApp) => void }) {
  const t = useTexts();
  return (
    <ChangeDialog
      form={useForm({ defaultValues: { password: '' } })}
      request={({ password }) => password}
      change={addApp}
      leadsTo={onAdded}
      maxWidth="xs"
      title={t('addTitle')}
      about={t('addAbout')}
      submitLabel={t('continue')}
      errorTitle={t('notAdded')}
      onClose={onClose}
    >
      <CurrentPassword autoFocus />
    </ChangeDialog>
  );
}

function ConfirmApp({ app, onClose }: DialogProps & { readonly app: NewApp }) {
  const t = useTexts();
  return (
    <ChangeDialog
      form={useForm({ defaultValues: { passCode: '' } })}
      request={({ passCode }) => passCode.trim()}
      change={(passCode: string) => confirmApp(app.factorId, passCode)}
      doneWords={t('added')}
      {...useListRead(queryKey)}
      instant
      maxWidth="xs"
      title={t('addTitle')}
      about={t('scan')}
      submitLabel={t('confirm')}
      errorTitle={t('notAdded')}
      onClose={onClose}
    >
      <Stack spacing={1} sx={{ alignItems: 'flex-start' }}>
        <AppSecret app={app} />
        <CodeField />
      </Stack>
    </ChangeDialog>
  );
}

function RemoveApp({ app, onClose }: DialogProps & { readonly app: OwnFactor }) {
  const t = useTexts();
  return (
    <RemoveEntry
      title={t('removeTitle')}
      about={t('removeAbout')}
      submitLabel={t('remove')}
      errorTitle={t('notRemoved')}
      doneWords={t('removed')}
      queryKey={queryKey}
      remove={(password) => removeApp(app.id, password)}
      onClose={onClose}
    />
  );
}
