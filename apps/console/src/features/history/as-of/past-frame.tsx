import type { ReferralHistory, User } from '@throughline/contracts';
import { pathTo, timelineOf } from '@throughline/domain';
import { Alert, AlertTitle, Box, Button, Link, Typography } from '@mui/material';
import { QueryCache, QueryClientProvider, useIsFetching, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { Fragment, type ReactNode, useEffect, useMemo, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { ApiError } from '../../../api/api-error.js';
import { serverNow } from '../../../api/server-time.js';
import { InEnglish } from '../../../language/language.js';
import { AS, type AsOf, asOfIn, indexAt, withAsOf } from '../../../past/as-of-address.js';
import { AS_OF, type Past, PastContext } from '../../../past/past.js';
import { userAtom } from '../../../session/session.js';
import { announce } from '../../../ui/announcer.js';
import { Page } from '../../../ui/page/page.js';
import { useAddress } from '../../../ui/tables/url-state.js';
import { exactTime } from '../../../ui/words/calendar.js';
import { historyQuery } from '../timeline/timeline.js';
import { AsOfBar } from './as-of-bar.js';
import { pastClient } from './past-client.js';

export interface PastFrameProps {
  /** The id of the referral or the recertification. */
  readonly id: string;
  readonly page: 'Referral' | 'Task';
  readonly children: ReactNode;
}

/**
 * Shows the page of a case, by its own components, as it was at the moment of the address: its reads are of that moment, nothing on it is live
 * and nothing acts (docs/decisions/0174). For auditors.
 */
export function PastFrame({ id, page, children }: PastFrameProps) {
  const reading = useQuery(historyQuery(id));
  const [parameters] = useAddress();
  const user = useAtomValue(userAtom);
  const { data, error } = reading;
  const text = parameters.get(AS_OF) ?? '';
  // Read once for each address, so that the moment does not pass meanwhile.
  const asOf = useMemo(() => (data ? asOfIn(text, serverNow()) : null), [data, text]);
  const isUnknown = error instanceof ApiError && error.status === 404;
  if (user === null || isUnknown) return children;
  if (data === undefined) {
    return <Page title={page} loading={!error} error={error} onRetry={() => void reading.refetch()} />;
  }
  if (asOf === null) {
    return (
      <>
        <Alert severity="warning" sx={{ mb: 3 }}>
          The address names no moment that has passed: this page shows the present.
        </Alert>
        {children}
      </>
    );
  }
  return (
    <AtMoment key={id} id={id} page={page} history={data} asOf={asOf} text={text} user={user}>
      {children}
    </AtMoment>
  );
}

interface AtMomentProps extends PastFrameProps {
  readonly history: ReferralHistory;
  readonly asOf: AsOf;
  /** The moment in words of the address. */
  readonly text: string;
  readonly user: User;
}

function AtMoment({ id, page, history, asOf, text, user, children }: AtMomentProps) {
  const [parameters, setParameters] = useAddress();
  const [cache] = useState(() => new QueryCache());
  const moments = useMemo(() => timelineOf(history.entries), [history]);
  const index = indexAt(history.entries, asOf);
  const shown = moments[index];
  const now = 'time' in asOf ? asOf.time : Date.parse((shown ?? moments[0])?.entry.at ?? '');
  const as = parameters.get(AS) === 'referrer' ? 'referrer' : '';
  const seen = useMemo(() => ({ asOf: text, ...(as && { as }) }), [text, as]);
  const client = useMemo(() => pastClient(cache, seen), [cache, seen]);
  const isBusy = useIsFetching({}, client) > 0;
  const past = useMemo((): Past => pastOf(now, as, user, seen), [now, as, user, seen]);
  const words = shown ? past.words : `Before the ${page === 'Task' ? 'case' : 'referral'} existed`;
  useEffect(() => announce(words), [words]);
  const show = (asOfText: string | null) => setParameters((before) => withAsOf(before, asOfText), { replace: true });
  const seenAs = {
    value: as,
    onChange: (next: string) =>
      setParameters((before) => {
        const changed = new URLSearchParams(before);
        if (next === '') changed.delete(AS);
        else changed.set(AS, next);
        return changed;
      }),
  };
  return (
    <Box sx={FRAME}>
      <InEnglish>
        <Alert
          severity="warning"
          role="note"
          aria-label="Earlier moment"
          sx={{ mb: 3 }}
          action={
            <Button color="inherit" onClick={() => show(null)}>
              Back to now
            </Button>
          }
        >
          <AlertTitle sx={{ fontSize: 'inherit', fontWeight: 600, mb: 0 }}>{words}</AlertTitle>
          Read-only. Names of people are those of now; the member’s other referrals and recertifications are left out.
        </Alert>
      </InEnglish>
      <Box sx={{ flex: '1 0 auto', pb: 3 }}>
        {shown === undefined ? (
          <Typography>Its first event came later. Choose a later moment below.</Typography>
        ) : page === 'Task' && as ? (
          <Typography>
            Referrers have no pages of tasks. They saw{' '}
            <Link component={RouterLink} to={past.addressOf(pathTo.referral(id))}>
              the referral
            </Link>
            .
          </Typography>
        ) : (
          <QueryClientProvider client={client}>
            <PastContext value={past}>
              <Fragment key={as}>{children}</Fragment>
            </PastContext>
          </QueryClientProvider>
        )}
      </Box>
      <InEnglish>
        <AsOfBar
          moments={moments}
          index={index}
          now={now}
          isBusy={isBusy}
          {...(page === 'Referral' && { seenAs })}
          onSelect={(to) => show(String(moments[to]?.entry.position))}
          onTime={show}
          onNow={() => show(null)}
        />
      </InEnglish>
    </Box>
  );
}

/** As high as the window below the header, so that the bar of a short page is at its bottom. */
const FRAME = { display: 'flex', flexDirection: 'column', minHeight: 'calc(100dvh - 80px)' } as const;

/** The viewer of an earlier moment: owns nothing, and works no tasks. */
const lookerOf = (user: User, as: string): User => ({
  ...user,
  id: '',
  role: as === 'referrer' ? 'referrer' : 'ops',
  admin: false,
  siteAdmin: false,
  dismissedFiles: [],
});

function pastOf(now: number, as: string, user: User, seen: { readonly asOf: string; readonly as?: string }): Past {
  return {
    now,
    words: `As it was on ${exactTime(now)}${as ? ', as the referrer saw it' : ''}`,
    viewer: lookerOf(user, as),
    refusal: 'Nothing can be changed at an earlier moment. Go back to now first.',
    onlyProgress:
      'The person who submitted this referral could not see all of it at that time. This is what anybody with its ID could see.',
    addressOf: (address) => {
      const [path = '', query = ''] = address.split('?');
      return `${path}?${new URLSearchParams([...new URLSearchParams(query), ...Object.entries(seen)])}`;
    },
  };
}
