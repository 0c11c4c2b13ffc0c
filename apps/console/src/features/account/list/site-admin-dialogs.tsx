import { type CompanyView, siteAdminForm, type User } from '@throughline/contracts';
import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { isChangedMeanwhile, type ReplacingCommand, useRevision } from '../../../meanwhile/use-replacing.js';
import { BoundField } from '../../../ui/fields/bound-field.js';
import { ChoiceField } from '../../../ui/fields/choice/choice-field.js';
import { ReadState } from '../../../ui/page/read-state.js';
import { useReason } from '../../../ui/dialogs/reason-dialog.js';
import { ReasonField } from '../../../ui/fields/reason-field.js';
import { schemaResolver } from '../../../ui/fields/schema-resolver.js';
import type { RowDialogProps } from '../../../ui/tables/admin-table.js';
import { SearchField } from '../../../ui/fields/search-field.js';
import { useSearchText } from '../../../ui/tables/use-search-text.js';
import { nameOf } from '../profile/account-actions.js';
import { rightsOf, activeAndCompanyOf } from '../profile/account-values.js';
import { AccountDialog, type AccountDialogProps } from '../profile/account-dialog.js';
import { peopleOfCompanyQuery, userQuery } from '../queries.js';

interface SiteAdminProps {
  readonly company: CompanyView;
  readonly onClose: () => void;
}

/** Makes a person of the company its site administrator. */
export function NameSiteAdmin({ row: company, onClose }: RowDialogProps<CompanyView>) {
  const id = useId();
  const read = useQuery(peopleOfCompanyQuery(company.id));
  const { data } = read;
  const isAnybodyThere = data && (data.rows.some(({ siteAdmin }) => !siteAdmin) || data.rowCount > data.rows.length);
  if (isAnybodyThere) return <ChooseSiteAdmin company={company} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>{`Name a site administrator of ${company.name}`}</DialogTitle>
      <DialogContent>
        <ReadState read={read} failed="Failed to load people" loading="People are loading">
          {() => (
            <Typography>
              Nobody else of this company has an account. Create a user of the company under Users, and name them here.
            </Typography>
          )}
        </ReadState>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

function ChooseSiteAdmin({ company, onClose }: SiteAdminProps) {
  const form = useForm({ defaultValues: { userId: '', reason: '' }, resolver: schemaResolver(siteAdminForm) });
  const [chosen, setChosen] = useState<User | null>(null);
  const { dialog } = useRight({ account: chosen, company, siteAdmin: true }, 'Close this, or choose somebody else.');
  return (
    <AccountDialog
      {...dialog}
      form={form}
      doneWords={`manages ${company.name}`}
      title={`Name a site administrator of ${company.name}`}
      about="A site administrator sees, invites and deactivates the people of the company."
      submitLabel="Name"
      onClose={onClose}
    >
      <PersonField company={company} chosen={chosen} onChoose={setChosen} />
      <ReasonField />
    </AccountDialog>
  );
}

interface PersonFieldProps {
  readonly company: CompanyView;
  readonly chosen: User | null;
  readonly onChoose: (person: User | null) => void;
}

/**
 * The field `userId` of the form around it: the people of a company who are not its site administrators. A search is offered if the API
 * cannot list all at once.
 */
function PersonField({ company, chosen, onChoose }: PersonFieldProps) {
  const [search, setSearch] = useState('');
  const box = useSearchText(search, setSearch);
  const all = useQuery(peopleOfCompanyQuery(company.id)).data;
  const { data, error } = useQuery(peopleOfCompanyQuery(company.id, search));
  const found = data?.rows.filter(({ id, siteAdmin }) => !siteAdmin && id !== chosen?.id) ?? [];
  const people = chosen ? [chosen, ...found] : found;
  const isPart = data !== undefined && data.rowCount > data.rows.length;
  return (
    <>
      {all && all.rowCount > all.rows.length ? (
        <SearchField
          label="Search people"
          {...box}
          help={isPart ? `The first ${data.rows.length} of ${data.rowCount}: type part of a name` : 'Name or email'}
          {...(error && { error: error.message })}
        />
      ) : null}
      <BoundField name="userId">
        {(field) => (
          <ChoiceField
            {...field}
            label="Person"
            choices={people.map((user) => ({ value: user.id, label: `${nameOf(user)} (${user.email})` }))}
            onChange={(id) => {
              onChoose(people.find((person) => person.id === id) ?? null);
              field.onChange(id);
            }}
            autoFocus
            required
          />
        )}
      </BoundField>
    </>
  );
}

/** Removes the right to manage the company. */
export function RemoveSiteAdmin({ account, onClose }: AccountDialogProps) {
  const [company] = useState(account.company);
  const { dialog, isMoved } = useRight({ account, company, siteAdmin: false }, 'Close this.');
  const about = `They stay a person of ${company?.name ?? 'the company'}, and no longer manage its people.`;
  return (
    <AccountDialog
      {...dialog}
      form={useReason()}
      doneWords="is site administrator no more"
      title={`Remove ${nameOf(account)} as site administrator`}
      about={isMoved ? null : about}
      submitLabel="Remove"
      submitColor="error"
      onClose={onClose}
    >
      <ReasonField autoFocus />
    </AccountDialog>
  );
}

type Company = Pick<CompanyView, 'id' | 'name'>;

/** States that the person now belongs to another company than the one in the dialog; null if they still belong to it. */
export function movedInWords(name: string, company: Company | null, now: Company | null, next: string): string | null {
  if (now?.id === company?.id) return null;
  const place = now ? `a person of ${now.name}` : 'of no company';
  return `${name} is ${place} by now. Nothing can be saved here. ${next}`;
}

/** The refusal with the names of the changed values. */
export function sayingWhat(error: Error | null): Error | null {
  if (!isChangedMeanwhile(error)) return error;
  const what = Object.values(error.errors ?? {});
  return what.length === 0 ? error : error.inWords([...what, 'Nothing was saved.'].join(' '));
}

const NOBODY = { admin: false, siteAdmin: false, active: true, companyId: null as number | null };

interface Right {
  /** Null until a person is chosen. */
  readonly account: User | null;
  /** The company in the title. The right always applies to it, even if the person moves to another. */
  readonly company: Company | null;
  /** Whether the person is to be a site administrator of it. */
  readonly siteAdmin: boolean;
}

/**
 * A dialog that gives or takes the right to manage a company. It watches the rights and the company of the person since they were chosen;
 * that a person moved to another company cannot be taken over. `next`: what to do then.
 */
function useRight({ account, company, siteAdmin }: Right, next: string) {
  const { data, isFetchedAfterMount } = useQuery({ ...userQuery(account?.id ?? ''), enabled: account !== null });
  // Data that another screen has read may be older than the list.
  const present = (isFetchedAfterMount ? data : null) ?? account;
  const revision = useRevision(present ? { ...rightsOf(present), ...activeAndCompanyOf(present) } : NOBODY, {
    subject: account?.id,
  });
  const seen = { ...revision.stated, companyId: company?.id ?? null };
  const moved = account && movedInWords(nameOf(account), company, present?.company ?? null, next);
  const dialog = {
    account,
    revision,
    endpoint: 'POST /users/user/{id}/role' as const,
    body: ({ reason }: { readonly reason: string }) => ({ admin: seen.admin, siteAdmin, seen, reason }),
    errorOf: sayingWhat,
    takesOver: moved === null,
    submitDisabled: moved !== null,
    notice: ({ isPending }: ReplacingCommand) =>
      moved === null || isPending ? null : (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {moved}
        </Alert>
      ),
  };
  return { dialog, isMoved: moved !== null };
}
