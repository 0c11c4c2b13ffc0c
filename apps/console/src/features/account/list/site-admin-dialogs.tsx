import { type CompanyView, siteAdminForm, type User } from '@throughline/contracts';
import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { isChangedMeanwhile, type ReplacingCommand, useRevision } from '../../../meanwhile/use-replacing.js';
import { BoundField } from '../../../ui/fields/bound-field.js';
import { ChoiceField } from '../../../ui/fields/choice-field.js';
import { ReadState } from '../../../ui/read-state.js';
import { CommandDialog } from '../../../ui/dialogs/command-dialog.js';
import { ReasonCommandDialog } from '../../../ui/dialogs/reason-dialog.js';
import { ReasonField } from '../../../ui/fields/reason-field.js';
import { schemaResolver } from '../../../ui/fields/schema-resolver.js';
import type { RowDialogProps } from '../../../ui/tables/admin-table.js';
import { SearchField } from '../../../ui/fields/search-field.js';
import { useSearchText } from '../../../ui/tables/use-search-text.js';
import { nameOf } from '../profile/account-actions.js';
import { AccountChanged } from '../profile/account-changed.js';
import { rightsOf, activeAndCompanyOf } from '../profile/account-values.js';
import { type AccountDialogProps, useActionFrame } from '../profile/action-frame.js';
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
  const frame = useActionFrame({ account: chosen, onClose });
  const { revision, companyNow } = useRights(chosen);
  const moved = chosen
    ? movedInWords(nameOf(chosen), company, companyNow, 'Close this, or choose somebody else.')
    : null;
  return (
    <CommandDialog
      {...frame(`manages ${company.name}`)}
      endpoint="POST /users/user/{id}/role"
      form={form}
      request={({ userId, reason }) => {
        // The right always applies to the company in the title, even if the person took over a change of the company.
        const seen = { ...revision.stated, companyId: company.id };
        return { params: { id: userId }, body: { admin: seen.admin, siteAdmin: true, seen, reason } };
      }}
      revision={moved === null ? revision : { ...revision, changed: [] }}
      errorOf={sayingWhat}
      title={`Name a site administrator of ${company.name}`}
      about="A site administrator sees, invites and deactivates the people of the company."
      submitLabel="Name"
      submitDisabled={moved !== null}
      notice={(command) =>
        chosen ? <RightsChanged account={chosen} revision={revision} command={command} moved={moved} /> : null
      }
    >
      <BoundField control={form.control} name="userId">
        {({ onChange, ...field }) => (
          <PersonField
            {...field}
            company={company}
            chosen={chosen}
            onChoose={(person) => {
              setChosen(person);
              onChange(person?.id ?? '');
            }}
          />
        )}
      </BoundField>
      <ReasonField />
    </CommandDialog>
  );
}

type PersonFieldProps = Omit<ComponentProps<typeof ChoiceField>, 'label' | 'choices' | 'onChange'> & {
  readonly company: CompanyView;
  readonly chosen: User | null;
  readonly onChoose: (person: User | null) => void;
};

/** The people of a company who are not its site administrators. A search is offered if the API cannot list all at once. */
function PersonField({ company, chosen, onChoose, ...field }: PersonFieldProps) {
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
          help={isPart ? `The first ${data.rows.length} of ${data.rowCount}: type part of a name` : 'Name or e-mail'}
          {...(error && { error: error.message })}
        />
      ) : null}
      <ChoiceField
        {...field}
        label="Person"
        choices={people.map((user) => ({ value: user.id, label: `${nameOf(user)} (${user.email})` }))}
        onChange={(id) => onChoose(people.find((person) => person.id === id) ?? null)}
        autoFocus
        required
      />
    </>
  );
}

/** Removes the right to manage the company. */
export function RemoveSiteAdmin({ account, onClose }: AccountDialogProps) {
  const frame = useActionFrame({ account, onClose });
  const { revision, companyNow } = useRights(account);
  const [company] = useState(account.company);
  const moved = movedInWords(nameOf(account), company, companyNow, 'Close this.');
  return (
    <ReasonCommandDialog
      {...frame('is site administrator no more')}
      endpoint="POST /users/user/{id}/role"
      request={({ reason }) => {
        const seen = { ...revision.stated, companyId: company?.id ?? null };
        return { params: { id: account.id }, body: { admin: seen.admin, siteAdmin: false, seen, reason } };
      }}
      revision={moved === null ? revision : { ...revision, changed: [] }}
      errorOf={sayingWhat}
      title={`Remove ${nameOf(account)} as site administrator`}
      about={
        moved === null
          ? `They stay a person of ${company?.name ?? 'the company'}, and no longer manage its people.`
          : null
      }
      submitLabel="Remove"
      submitColor="error"
      submitDisabled={moved !== null}
      notice={(command) => <RightsChanged account={account} revision={revision} command={command} moved={moved} />}
    />
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

interface RightsChangedProps {
  readonly account: User;
  readonly revision: ReturnType<typeof useRights>['revision'];
  readonly command: ReplacingCommand;
  readonly moved: string | null;
}

/** A person who moved to another company cannot be taken over, because the dialog is about this company. */
const RightsChanged = ({ moved, command, ...changed }: RightsChangedProps) => (
  <>
    <AccountChanged {...changed} {...(moved === null && { command })} />
    {moved === null || command.isPending ? null : (
      <Alert severity="warning" sx={{ mb: 2 }}>
        {moved}
      </Alert>
    )}
  </>
);

const NOBODY = { admin: false, siteAdmin: false, active: true, companyId: null as number | null };

/** The rights and the company of a person when the person was chosen, and now. */
function useRights(account: User | null) {
  const { data, isFetchedAfterMount } = useQuery({ ...userQuery(account?.id ?? ''), enabled: account !== null });
  // Data that another screen has read may be older than the list.
  const present = (isFetchedAfterMount ? data : null) ?? account;
  const revision = useRevision(present ? { ...rightsOf(present), ...activeAndCompanyOf(present) } : NOBODY, {
    subject: account?.id,
  });
  return { revision, companyNow: present?.company ?? null };
}
