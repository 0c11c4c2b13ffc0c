import { mayAudit } from '@throughline/domain';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { AS_OF, withAsOf } from '../past/as-of-address.js';
import { sessionAtom } from '../session/session.js';
import { onDemand } from '../ui/page/on-demand.js';
import { Page } from '../ui/page/page.js';
import { useAddress } from '../ui/tables/url-state.js';

const PastFrame = onDemand(async () => (await import('../features/history/as-of/past-frame.js')).PastFrame);
const PresentInstead = onDemand(async () => (await import('../past/present-instead.js')).PresentInstead);

interface AtMomentProps {
  /** The id of the referral or the recertification that the page is about. */
  readonly id: string;
  readonly page: 'Referral' | 'Task';
  readonly children: ReactNode;
}

/** Shows the page of a case as of the moment in the address, to auditors; others are told that it is the present. */
export function AtMoment({ id, page, children }: AtMomentProps) {
  const [parameters, setParameters] = useAddress();
  const { status, user } = useAtomValue(sessionAtom);
  if (!parameters.has(AS_OF) || status === 'initial') return children;
  if (user === null || !mayAudit(user)) {
    return (
      <>
        <PresentInstead />
        {children}
      </>
    );
  }
  return (
    <PastFrame
      id={id}
      page={page}
      fallback={<Page title={page} loading />}
      onFailed={() => setParameters((before) => withAsOf(before, null), { replace: true })}
    >
      {children}
    </PastFrame>
  );
}
