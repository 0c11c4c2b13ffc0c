import { registrationForm } from '@throughline/contracts';
import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { QueryClientProvider } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect, useId, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { queryClient } from '../../../api/query-client.js';
import { consoleConfigAtom } from '../../../session/session.js';
import { tabStorage } from '../../../session/storage/browser-storage.js';
import { parts, texts } from '../../../session/storage/stored-values.js';
import { keepForReload, readStored, REGISTERING } from '../../../session/storage/stored.js';
import { CommandDialog } from '../../../ui/dialogs/command-dialog.js';
import { schemaResolver } from '../../../ui/fields/schema-resolver.js';
import { AccountFields, EMPTY_ACCOUNT, type TypedAccount, withCompany } from './account-fields.js';
import english from '../../../../texts/en/registration.json' with { type: 'json' };
import { textsOf, useLanguage } from '../../../language/language.js';

const useTexts = textsOf('registration', english);

/** The request requires these fields, but only an administrator may assign groups. */
const NO_GROUPS = { overrideCompanyGroups: false, groups: [] };

interface RegisterProps {
  readonly onClose: () => void;
}

/** Create Account (access specification, sections 2 and 5). The header opens it, outside the pages and their query client. */
export function RegisterDialog({ onClose }: RegisterProps) {
  const close = () => {
    tabStorage.removeItem(REGISTERING);
    onClose();
  };
  return (
    <QueryClientProvider client={queryClient}>
      <Register onClose={close} />
    </QueryClientProvider>
  );
}

const account = parts<TypedAccount>(texts('lastName', 'firstName', 'email', 'phone', 'state', 'company'));

/** Keeps the dialog and what is typed in this tab, for a reload. */
function useKeptAccount<Output>(form: UseFormReturn<TypedAccount, unknown, Output>): void {
  useEffect(() => {
    const keep = (typed: TypedAccount) => keepForReload(tabStorage, REGISTERING, JSON.stringify(typed));
    const typed = readStored(tabStorage, REGISTERING, account) ?? EMPTY_ACCOUNT;
    for (const [name, value] of Object.entries(typed))
      if (value !== '') form.setValue(name as keyof TypedAccount, value, { shouldDirty: true });
    keep(typed);
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) });
  }, [form]);
}

/** Shows the same result whether or not the address has an account, so that nobody can test addresses. */
function Register({ onClose }: RegisterProps) {
  const t = useTexts();
  const language = useLanguage();
  const { operatorCompanyId } = useAtomValue(consoleConfigAtom);
  const [registered, setRegistered] = useState<string | null>(null);
  const form = useForm({
    defaultValues: EMPTY_ACCOUNT,
    resolver: schemaResolver({
      safeParse: (typed) => registrationForm.safeParse(withCompany(typed as TypedAccount)),
    }),
  });
  useKeptAccount(form);
  if (registered !== null) return <Registered email={registered} onClose={onClose} />;
  return (
    <CommandDialog
      outlastsReload
      endpoint="POST /okta/create"
      form={form}
      request={(body) => ({ body: { ...body, ...NO_GROUPS, language } })}
      leadsTo={(_, { body }) => {
        tabStorage.removeItem(REGISTERING);
        setRegistered(body.email);
      }}
      title={t('create')}
      about={t('about')}
      submitLabel={t('create')}
      errorTitle={t('failed')}
      onClose={onClose}
    >
      <AccountFields control={form.control} companyHelp={t('companyHelp')} withoutCompany={operatorCompanyId} />
    </CommandDialog>
  );
}

function Registered({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const t = useTexts();
  const id = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} lang={useLanguage()}>
      <DialogTitle id={id}>{t('create')}</DialogTitle>
      <DialogContent>
        <Alert severity="success" role="status">
          {t('registered', { email })}
        </Alert>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={onClose}>
          {t('close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
