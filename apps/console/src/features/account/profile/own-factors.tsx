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
import { OwnEntry, OwnList, OwnPassword, RemoveOwn, useListRead } from './own-list.js';

const useTexts = textsOf('sign-in-methods', english);

const queryKey = ['user', 'factors'];
const factorsQuery = queryOptions({ queryKey, queryFn: listFactors });

/** The phone and the authenticator app whose codes confirm the person's sign-ins. The app can be added and removed here. */
export function OwnFactors() {
  const say = useTexts();
  const factors = useQuery(factorsQuery);
  const [open, setOpen] = useState<'add' | OwnFactor | null>(null);
  const close = () => setOpen(null);
  const hasApp = factors.data?.some(({ kind }) => kind === 'app');
  return (
    <OwnList
      read={factors}
      loading={say('loading')}
      notRead={say('notRead')}
      none={say('none')}
      entry={(factor) => <FactorEntry key={factor.id} factor={factor} onRemove={setOpen} />}
    >
      {hasApp ? null : (
        <Button variant="outlined" onClick={() => setOpen('add')}>
          {say('add')}
        </Button>
      )}
      {open === 'add' ? <AddApp onClose={close} /> : null}
      {open !== null && open !== 'add' ? <RemoveApp app={open} onClose={close} /> : null}
    </OwnList>
  );
}

interface FactorEntryProps {
  readonly factor: OwnFactor;
  readonly onRemove: (factor: OwnFactor) => void;
}

function FactorEntry({ factor, onRemove }: FactorEntryProps) {
  const say = useTexts();
  const { kind, phone, created } = factor;
  const added = say.rich('addedAt', { time: () => <When at={created} /> });
  if (kind === 'phone') {
    return (
      <OwnEntry name={say('phone', { phone: phone ?? '' })} about={added}>
        <Typography variant="body2" color="textSecondary">
          {say('phoneChange')}
        </Typography>
      </OwnEntry>
    );
  }
  return (
    <OwnEntry name={say('app')} about={added}>
      <Button size="small" aria-label={say('removeApp')} onClick={() => onRemove(factor)}>
        {say('remove')}
      </Button>
    </OwnEntry>
  );
}

interface DialogProps {
  readonly onClose: () => void;
}

/** The password first, then the secret, which is confirmed with a code. */
function AddApp({ onClose }: DialogProps) {
  const [app, setApp] = useState<NewApp | null>(null);
  return app === null ? (
    <GivePassword onClose={onClose} onAdded={setApp} />
  ) : (
    <ConfirmApp app={app} onClose={onClose} />
  );
}

function GivePassword({ onClose, onAdded }: DialogProps & { readonly onAdded: (app: NewApp) => void }) {
  const say = useTexts();
  return (
    <ChangeDialog
      form={useForm({ defaultValues: { password: '' } })}
      request={({ password }) => password}
      change={addApp}
      leadsTo={onAdded}
      maxWidth="xs"
      title={say('addTitle')}
      about={say('addAbout')}
      submitLabel={say('continue')}
      errorTitle={say('notAdded')}
      onClose={onClose}
    >
      <OwnPassword autoFocus />
    </ChangeDialog>
  );
}

function ConfirmApp({ app, onClose }: DialogProps & { readonly app: NewApp }) {
  const say = useTexts();
  return (
    <ChangeDialog
      form={useForm({ defaultValues: { passCode: '' } })}
      request={({ passCode }) => passCode.trim()}
      change={(passCode: string) => confirmApp(app.factorId, passCode)}
      doneWords={say('added')}
      {...useListRead(queryKey)}
      instant
      maxWidth="xs"
      title={say('addTitle')}
      about={say('scan')}
      submitLabel={say('confirm')}
      errorTitle={say('notAdded')}
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
  const say = useTexts();
  return (
    <RemoveOwn
      title={say('removeTitle')}
      about={say('removeAbout')}
      submitLabel={say('remove')}
      errorTitle={say('notRemoved')}
      doneWords={say('removed')}
      queryKey={queryKey}
      remove={(password) => removeApp(app.id, password)}
      onClose={onClose}
    />
  );
}
