import { createUserBody, reasonBody, type User } from '@throughline/contracts';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useForm, useFormContext, useWatch } from 'react-hook-form';
import { userAtom } from '../../../session/session.js';
import { ErrorState } from '../../../ui/page/error-state.js';
import { CommandDialog } from '../../../ui/dialogs/command-dialog.js';
import { schemaResolver } from '../../../ui/fields/schema-resolver.js';
import { CheckList } from '../../../ui/fields/choice/check-list.js';
import { ReasonField } from '../../../ui/fields/reason-field.js';
import { groupsQuery } from '../queries.js';
import { AccountFields, EMPTY_ACCOUNT, withCompany } from './account-fields.js';

const EMPTY = { ...EMPTY_ACCOUNT, groups: [] as string[], reason: '' };

interface CreateUserProps {
  readonly onClose: () => void;
  /** Called when the request was accepted. The account exists shortly afterwards. */
  readonly onCreated: (email: string) => void;
}

/** An administrator creates an account for another person; a site administrator invites to their own company. */
export function CreateUser({ onClose, onCreated }: CreateUserProps) {
  const me = useAtomValue(userAtom);
  const act = me?.admin ? 'Create user' : 'Invite';
  return (
    <CommandDialog
      endpoint="POST /okta/create"
      form={useNewUser(me?.admin ? '' : String(me?.company?.id ?? ''))}
      request={(body) => ({ body })}
      doneWords={({ body }) => `The account of ${body.email} is being created, and a link is on its way`}
      onDone={(_, { body }) => onCreated(body.email)}
      title={me?.admin ? act : `Invite to ${me?.company?.name ?? 'your company'}`}
      about="The person is mailed a link with which they choose a password."
      submitLabel={act}
      onClose={onClose}
    >
      <UserFields me={me} />
      <ReasonField />
    </CommandDialog>
  );
}

const useNewUser = (company: string) =>
  useForm({
    defaultValues: { ...EMPTY, company },
    resolver: schemaResolver({
      safeParse: (values) => {
        const typed = withCompany(values as typeof EMPTY);
        return withReason.safeParse({ ...typed, overrideCompanyGroups: typed.groups.length > 0 });
      },
    }),
  });

/** The fields of the form around them. An administrator chooses the company, and groups of it. */
function UserFields({ me }: { readonly me: User | null }) {
  const { control, setValue } = useFormContext<typeof EMPTY>();
  const [company, chosen] = useWatch({ control, name: ['company', 'groups'] });
  if (!me?.admin && me?.company)
    return (
      <AccountFields control={control} companyHelp="People are invited to your own company." onlyCompany={me.company} />
    );
  return (
    <>
      <AccountFields control={control} companyHelp="The person reads all referrals of the company." />
      {me?.admin && company !== '' ? (
        <Groups
          userId={me.id}
          company={Number(company)}
          chosen={chosen}
          onChange={(groups) => setValue('groups', groups, { shouldDirty: true })}
        />
      ) : null}
    </>
  );
}

/** The body with a reason, which is required of administrators. */
const withReason = createUserBody.extend({ reason: reasonBody.shape.reason });

interface GroupsProps {
  readonly userId: string;
  readonly company: number;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
}

function Groups({ userId, company, chosen, onChange }: GroupsProps) {
  const { data = [], error, refetch } = useQuery(groupsQuery(userId, company));
  if (error) return <ErrorState title="The groups could not be loaded" error={error} onRetry={() => void refetch()} />;
  return <CheckList label="Groups" choices={data.map(({ name }) => name)} chosen={chosen} onChange={onChange} />;
}
