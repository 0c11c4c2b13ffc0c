import { mayAudit } from '@throughline/domain';
import { Alert } from '@mui/material';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { sessionAtom } from '../session/session.js';
import { onDemand } from '../ui/page/on-demand.js';
import { Page } from '../ui/page/page.js';
import english from '../../texts/en/past.json' with { type: 'json' };
import { textsOf } from '../language/language.js';

const useTexts = textsOf('past', english);

const PastFrame = onDemand(async () => (await import('../features/history/as-of/past-frame.js')).PastFrame);

export interface AtMomentProps {
  /** The id of the referral or the recertification that the page is about. */
  readonly id: string;
  readonly page: 'Referral' | 'Task';
  readonly children: ReactNode;
}

/** Shows auditors the moment of the address; others are told that they see the present. */
export function ShownMoment(props: AtMomentProps) {
  const t = useTexts();
  const { status, user } = useAtomValue(sessionAtom);
  if (status === 'initial') return props.children;
  if (user && mayAudit(user)) return <PastFrame {...props} fallback={<Page title={props.page} loading />} />;
  return (
    <>
      <Alert severity="info" sx={{ mb: 3 }}>
        {t('presentInstead')}
      </Alert>
      {props.children}
    </>
  );
}
