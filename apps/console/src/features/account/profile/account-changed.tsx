import type { User } from '@throughline/contracts';
import { phoneInWords } from '@throughline/domain';
import { Alert } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { isRefusedRead } from '../../../api/api-error.js';
import { ChangedMeanwhile } from '../../../meanwhile/changed-meanwhile.js';
import { type ReplacingCommand, type Revision, useRevision } from '../../../meanwhile/use-replacing.js';
import { companiesQuery, userQuery } from '../queries.js';
import {
  actsOn,
  belongingOf,
  enrolledOf,
  rightsOf,
  switchedOf,
  type ValueName,
  type Values,
} from './account-values.js';
import english from '../../../../texts/en/account-actions.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('account-actions', english);

interface AccountChangedProps<Of extends Values> {
  readonly account: User;
  readonly revision: Revision<Of>;
  /** Left out for an action that replaces and ends nothing. */
  readonly command?: ReplacingCommand;
}

/** For the dialog of an action on an account: what somebody else has changed about it since the dialog was opened. */
export function AccountChanged<Of extends Values>({ account, revision, command }: AccountChangedProps<Of>) {
  const inWords = useValueWords();
  return (
    <>
      <OutOfReach account={account} />
      <ChangedMeanwhile revision={revision} acts={actsOn(account)} inWords={inWords} {...(command && { command })} />
    </>
  );
}

/** States that the author of the action can no longer read the person. */
function OutOfReach({ account }: Pick<AccountChangedProps<Values>, 'account'>) {
  const t = useTexts();
  // The profile behind the dialog reads this query.
  const { error } = useQuery({ ...userQuery(account.id), enabled: false });
  return isRefusedRead(error) ? <Alert severity="warning">{t('outOfReach')}</Alert> : null;
}

/** The values of an account that the author of an action has seen, for an action that replaces none of them. */
export const useWatched = (account: User) =>
  useRevision(
    { ...switchedOf(account), ...rightsOf(account), ...enrolledOf(account), ...belongingOf(account) },
    { shown: ['claimedCompanyId'] },
  );

/** The seen values, in the form of a request that deactivates or reactivates. */
export const seenTurn = ({ stated }: ReturnType<typeof useWatched>) => {
  const { active, admin, siteAdmin, groups, companyId, position } = stated;
  return { switches: active.switches, admin, siteAdmin, groups, companyId, position };
};

const LABELS = {
  firstName: 'firstName',
  lastName: 'lastName',
  primaryPhone: 'primaryPhone',
  secondaryPhone: 'secondaryPhone',
  groups: 'enrolledGroups',
  admin: 'administrator',
  siteAdmin: 'siteAdministrator',
  companyId: 'companyField',
  claimedCompanyId: 'claimedCompany',
  active: 'active',
} as const satisfies Record<ValueName, keyof typeof english>;

function useValueWords() {
  const t = useTexts();
  const { data: companies = [] } = useQuery(companiesQuery);
  const wordsOf = (name: string, value: Values[ValueName]): string => {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (typeof value === 'object' && value !== null && 'active' in value) return t(value.active ? 'yes' : 'no');
    if (typeof value === 'number') return companies.find(({ id }) => id === value)?.name ?? String(value);
    if (typeof value === 'string' && value !== '') return /phone/i.test(name) ? (phoneInWords(value) ?? value) : value;
    return (typeof value === 'object' && value?.join(', ')) || t('none');
  };
  return (name: string, values: Values) =>
    [t(LABELS[name as ValueName]), wordsOf(name, values[name as ValueName])] as const;
}
