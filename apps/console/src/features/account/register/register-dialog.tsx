import { registrationForm } from '@throughline/contracts';
import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { QueryClientProvider } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { queryClient } from '../../../api/query-client.js';
import { useCommand } from '../../../api/use-command.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { schemaResolver } from '../../../ui/schema-resolver.js';
import { AccountFields, EMPTY_ACCOUNT, type TypedAccount, withCompany } from './account-fields.js';

interface RegisterProps {
  readonly onClose: () => void;
}

/** Create Account (access specification, sections 2 and 5), opened from the header, outside of the pages. */
export function RegisterDialog(props: RegisterProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Register {...props} />
    </QueryClientProvider>
  );
}

/** The result is the same whether the address has an account or not. */
function Register({ onClose }: RegisterProps) {
  const [registered, setRegistered] = useState<string | null>(null);
  const { control, handleSubmit, formState } = useForm({
    defaultValues: EMPTY_ACCOUNT,
    resolver: schemaResolver({
      safeParse: (typed) => registrationForm.safeParse(withCompany(typed as TypedAccount)),
    }),
  });
  const register = useCommand('POST /okta/create', { onSuccess: (_, { body }) => setRegistered(body.email) });
  if (registered !== null) return <Registered email={registered} onClose={onClose} />;
  return (
    <FormDialog
      open
      title="Create Account"
      about="With an account you follow your referrals, notes and files in one place."
      submitLabel="Create Account"
      dirty={formState.isDirty}
      busy={register.isPending}
      error={register.error}
      errorTitle="Your account could not be created"
      onClose={onClose}
      onSubmit={handleSubmit((body) => register.mutate({ body }))}
    >
      <AccountFields
        control={control}
        companyHelp="An administrator confirms it. Until then you see the referrals that you submit yourself."
      />
    </FormDialog>
  );
}

function Registered({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const id = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>Create Account</DialogTitle>
      <DialogContent>
        <Alert severity="success" role="status">
          Please look into the mailbox of {email}. In a few minutes there is a mail with a link: open it to choose a
          password, and then log in.
        </Alert>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
