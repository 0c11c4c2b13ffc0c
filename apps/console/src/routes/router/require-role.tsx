import type { User } from '@throughline/contracts';
import { maySeeQueue } from '@throughline/domain';
import { Alert } from '@mui/material';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { InReadersLanguage, useWords } from '../../language/language.js';
import { Page } from '../../ui/page/page.js';
import { RequireSignIn } from '../../session/require-sign-in.js';
import { userAtom } from '../../session/session.js';

const MUST_BE_EMPLOYEE = 'You must be an employee of Throughline Medical Supply to access this page.';
export const MUST_BE_AUDITOR = 'You must be in the Ops group or an administrator to access this page.';
/** The words of the access specification, to the letter. */
export const MUST_BE_COMPANY_ADMIN = 'You must be an company administrator to access this page.';

interface RequireRoleProps {
  readonly title: string;
  /** The rule of the domain, which the API also enforces. */
  readonly may: (user: User) => boolean;
  /** The message for an employee with another role. */
  readonly denial?: string;
  /** The message for other people. */
  readonly denialOfOthers?: string;
  readonly children: ReactNode;
}

/** Replaces a page that the person may not use by a message. The API enforces the rule; this only saves the requests. */
export function RequireRole(props: RequireRoleProps) {
  return (
    <RequireSignIn title={props.title}>
      <Allowed {...props} />
    </RequireSignIn>
  );
}

function Allowed({
  title,
  may,
  denial = MUST_BE_EMPLOYEE,
  denialOfOthers = MUST_BE_EMPLOYEE,
  children,
}: RequireRoleProps) {
  const user = useAtomValue(userAtom);
  if (user && may(user)) return children;
  return (
    <InReadersLanguage>
      <Denied title={title} message={user && maySeeQueue(user) ? denial : denialOfOthers} />
    </InReadersLanguage>
  );
}

function Denied({ title, message }: { readonly title: string; readonly message: string }) {
  const words = useWords();
  return (
    <Page title={words(title)}>
      <Alert severity="warning">{words(message)}</Alert>
    </Page>
  );
}
