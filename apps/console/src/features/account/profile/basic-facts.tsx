import { roleWords, stateWords, type User } from '@throughline/contracts';
import { mayManageSomeAccounts, phoneInWords } from '@throughline/domain';
import { Box, Link, Typography } from '@mui/material';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { consoleConfigAtom } from '../../../session/session.js';
import { mailLink } from '../../../ui/words/mail-link.js';
import english from '../../../../texts/en/profile.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';
import { type AccountAction, nameOf } from './account-actions.js';

const useTexts = textsOf('profile', english);

interface BasicFactsProps {
  readonly account: User;
  readonly me: User;
  /** Renders the button that changes a fact, or nothing if the reader may not change it. */
  readonly edit: (action: AccountAction) => ReactNode;
}

/** Name, company and rights of a person. A person's own profile also says who corrects them. */
export function BasicFacts({ account, me, edit }: BasicFactsProps) {
  const t = useTexts();
  const words = useWords();
  return (
    <>
      <Facts
        facts={[
          [t('name'), nameOf(account)],
          ...addressFacts(t, account),
          [t('primaryPhone'), phone(account.primaryPhone)],
          [t('secondaryPhone'), phone(account.secondaryPhone)],
          [t('company'), companyWords(t, account), edit('company')],
          [t('role'), words(roleWords(account)), edit('role')],
          ...(mayManageSomeAccounts(me) ? [[t('state'), words(stateWords(account))] as const] : []),
        ]}
      />
      {account.id === me.id && !me.admin ? <WhoCorrects /> : null}
    </>
  );
}

const phone = (digits: string | null) => phoneInWords(digits) ?? '–';

/** For most people the username is the mail address, which is then shown once. */
function addressFacts(t: ReturnType<typeof useTexts>, { oktaUserName, email }: User) {
  return oktaUserName.toLowerCase() === email.toLowerCase()
    ? [[t('usernameAndEmail'), email] as const]
    : [[t('username'), oktaUserName] as const, [t('email'), email] as const];
}

/** Says whom to ask for a correction, because a person cannot change these facts about themself. */
function WhoCorrects() {
  const t = useTexts();
  const { contactEmail } = useAtomValue(consoleConfigAtom);
  return (
    <Typography color="textSecondary" sx={{ mt: 2 }}>
      {t.rich('whoCorrects', {
        email: () => (
          <Link href={mailLink(contactEmail)} underline="always">
            {contactEmail}
          </Link>
        ),
      })}
    </Typography>
  );
}

function companyWords(t: ReturnType<typeof useTexts>, { company, claimedCompany }: User): string {
  if (claimedCompany) return t('notConfirmed', { company: claimedCompany.name });
  return company?.name ?? t('noCompany');
}

interface FactsProps {
  readonly facts: readonly (readonly [label: string, value: string, action?: ReactNode])[];
}

function Facts({ facts }: FactsProps) {
  const columns = 'repeat(auto-fill, minmax(min(220px, 100%), 1fr))';
  return (
    <Box component="dl" sx={{ display: 'grid', gap: 2, m: 0, gridTemplateColumns: columns }}>
      {facts.map(([label, value, action]) => (
        <Box key={label} sx={{ minWidth: 0 }}>
          <Typography component="dt" variant="caption" color="textSecondary">
            {label}
          </Typography>
          <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {value} {action}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
