import type { ChainCheck, ReferralHistory } from '@throughline/contracts';
import { isRecertificationId, pathTo, timelineOf } from '@throughline/domain';
import { Alert, AlertTitle, Box, Link, Typography } from '@mui/material';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { queryClient } from '../../../api/query-client.js';
import { type SnapshotQuery, useInvalidateOnChanges, useLiveTopic } from '../../../live/use-live-topic.js';
import { announce } from '../../../ui/announcer.js';
import { ShieldCheck } from '../../../ui/icons/opened-icons.js';
import { NotLive } from '../../../ui/page/not-live.js';
import { useAddress } from '../../../ui/tables/url-state.js';
import { chainVerdict } from './chain-verdict.js';
import { withAsOf } from '../../../past/as-of-address.js';
import { AS_OF } from '../../../past/past.js';
import { asOfParameter, HISTORY_QUERY, selectedIndex } from './timeline.js';
import { AsOfBar } from '../as-of/as-of-bar.js';
import { CaseAsOfView } from '../as-of/referral-as-of-view.js';
import { Timeline } from './timeline-list.js';

/** Limits how often changes in quick succession cause a read. */
const READ_INTERVAL_MS = 150;

interface ReferralAuditProps {
  readonly history: ReferralHistory;
  /** The query that `history` was read by. */
  readonly reading: SnapshotQuery;
}

/** The timeline, and beside it the referral after the selected event. */
export function ReferralAudit({ history, reading }: ReferralAuditProps) {
  const { referralId, entries, accesses, accessCount, chains } = history;
  const { refetch } = reading;
  const isRecertification = isRecertificationId(referralId);
  const noun = isRecertification ? 'recertification' : 'referral';
  const moments = useMemo(() => timelineOf(entries), [entries]);
  const [parameters, setParameters] = useAddress();
  const index = selectedIndex(moments, parameters.get(AS_OF));
  const shown = moments[index];
  // Events that existed when the page opened are not marked as new.
  const [knownPosition] = useState(entries.at(-1)?.position ?? 0);
  const view = useRef<HTMLDivElement>(null);

  const { changes, refusal } = useNewestChanges(referralId, reading);
  useInvalidateOnChanges(queryClient, HISTORY_QUERY, changes, READ_INTERVAL_MS);
  useEffect(() => {
    if (changes.length > 0) announce('The audit has new events');
  }, [changes]);

  const show = (asOf: string | null) => setParameters((before) => withAsOf(before, asOf), { replace: true });
  const select = (to: number) => show(asOfParameter(moments, to));

  /** Scrolls to the view of the moment, which is above the timeline on a phone. */
  const showView = () => {
    if ((view.current?.getBoundingClientRect().top ?? 0) < 0) view.current?.scrollIntoView();
  };

  return (
    <>
      <NotLive refusal={refusal} onRetry={() => void refetch()} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1, mb: 1 }}>
        <Link
          component={RouterLink}
          to={isRecertification ? pathTo.task(`${referralId}-1`) : pathTo.referral(referralId)}
        >
          Open the {noun}
        </Link>
        <ChainLine chains={chains} />
      </Box>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 5fr) minmax(0, 6fr)' } }}>
        <Box component="section" aria-labelledby="as-of-title" tabIndex={0} ref={view} sx={BESIDE_THE_TIMELINE}>
          <Typography id="as-of-title" variant="h2" sx={{ mb: 2 }}>
            The {noun} {index === moments.length - 1 ? 'now' : 'as it was'}
          </Typography>
          {shown === undefined ? (
            <Typography color="textSecondary">The log holds no event of it.</Typography>
          ) : (
            <CaseAsOfView moment={shown} />
          )}
        </Box>
        <Timeline
          moments={moments}
          accesses={accesses}
          accessCount={accessCount}
          shownIndex={index}
          knownPosition={knownPosition}
          addressOf={(at) => `?${withAsOf(parameters, asOfParameter(moments, at))}`}
          onFollow={showView}
        />
      </Box>
      {shown === undefined ? null : (
        <AsOfBar
          moments={moments}
          index={index}
          now={Date.parse(shown.entry.at)}
          onSelect={select}
          onTime={(time) => show(time)}
          onNow={index === moments.length - 1 ? null : () => show(null)}
        />
      )}
    </>
  );
}

/** Changes that the history does not include. Returns the same array until the next change. */
function useNewestChanges(id: string, reading: SnapshotQuery) {
  const name = isRecertificationId(id) ? 'recertification' : 'referral';
  const { changes, refusal } = useLiveTopic({ name, referralId: id }, reading);
  // Events outside the referral itself: mails, notes, benefits.
  const beside = useLiveTopic({ name: 'referral-history', referralId: id }, reading);
  return { changes: useMemo(() => [...changes, ...beside.changes], [changes, beside.changes]), refusal };
}

/** Stays in view while the timeline scrolls, and scrolls separately. On a phone it is above the timeline. */
const BESIDE_THE_TIMELINE = {
  order: { md: 1 },
  position: { md: 'sticky' },
  top: 72,
  maxHeight: { md: 'calc(100vh - 200px)' },
  overflowY: { md: 'auto' },
  alignSelf: 'start',
  scrollMarginTop: 72,
};

/** The result of the hash chain's verification: one line if the log is intact, an alert if it is not. */
export function ChainLine({ chains }: { readonly chains: readonly ChainCheck[] }) {
  const { ok, sentence } = chainVerdict(chains);
  if (ok) {
    return (
      <Typography variant="body2" color="success" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <ShieldCheck size={16} aria-hidden />
        {sentence}
      </Typography>
    );
  }
  return (
    <Alert severity="error" sx={{ flexBasis: '100%', borderWidth: 2 }}>
      <AlertTitle sx={{ color: 'error.main', fontWeight: 700 }}>The chain is broken</AlertTitle>
      {sentence}. What this page shows from there on cannot be relied on. Leave the log as it is, and tell the operator
      of Throughline.
    </Alert>
  );
}
