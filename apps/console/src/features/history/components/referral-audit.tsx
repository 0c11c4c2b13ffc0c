import type { ReferralHistory } from '@throughline/contracts';
import { Box, Link, Paper, Typography } from '@mui/material';
import { useMemo, useRef, useState } from 'react';
import { Link as RouterLink, useSearchParams } from 'react-router-dom';
import { useLiveTopic } from '../../../live/use-live-topic.js';
import { announce } from '../../../ui/announcer.js';
import { AS_OF, asOfParameter, selectedIndex } from '../as-of/as-of-selection.js';
import { timelineOf } from '../timeline/timeline.js';
import { AsOfSlider } from './as-of-slider.js';
import { ChainLine } from './chain-line.js';
import { ReferralAsOfView } from './referral-as-of-view.js';
import { Timeline } from './timeline.js';

interface ReferralAuditProps {
  readonly history: ReferralHistory;
  /** Something happened to the referral that `history` may not know of. */
  readonly onOutdated: () => void;
}

/** The timeline, and beside it the referral as the chosen moment left it. */
export function ReferralAudit({ history, onOutdated }: ReferralAuditProps) {
  const { referralId, entries, accesses, chains, feed } = history;
  const moments = useMemo(() => timelineOf(entries), [entries]);
  const [parameters, setParameters] = useSearchParams();
  const index = selectedIndex(moments, parameters.get(AS_OF));
  const shown = moments[index];
  // What is there when the page opens is not news.
  const [knownPosition] = useState(entries.at(-1)?.position ?? 0);
  const view = useRef<HTMLDivElement>(null);

  const follower = {
    feed,
    onChanges: () => {
      announce('The audit has new events');
      onOutdated();
    },
    onReadAfresh: onOutdated,
  };
  useLiveTopic({ name: 'referral', referralId }, follower);
  // What happens beside the referral: a mail, a note, what became of a benefit.
  useLiveTopic({ name: 'referral-history', referralId }, follower);

  const select = (to: number) =>
    setParameters((before) => withAsOf(before, asOfParameter(moments, to)), {
      replace: true,
      preventScrollReset: true,
    });

  /** On a phone the timeline is below what it leads to. */
  const showView = () => {
    if ((view.current?.getBoundingClientRect().top ?? 0) < 0) view.current?.scrollIntoView();
  };

  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1, mb: 1 }}>
        <Link component={RouterLink} to={`/referral/${referralId}`}>
          Open the referral
        </Link>
        <ChainLine chains={chains} />
      </Box>
      <Paper
        square
        elevation={0}
        sx={{ ...AS_OF_BAR, borderBottom: 1, borderColor: 'divider', bgcolor: 'background.default', mb: 3 }}
      >
        <AsOfSlider moments={moments} index={index} onSelect={select} />
      </Paper>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 5fr) minmax(0, 6fr)' } }}>
        <Box component="section" aria-labelledby="as-of-title" tabIndex={0} ref={view} sx={BESIDE_THE_TIMELINE}>
          <Typography id="as-of-title" variant="h2" sx={{ mb: 2 }}>
            {index === moments.length - 1 ? 'The referral now' : 'The referral as it was'}
          </Typography>
          {shown === undefined ? (
            <Typography color="textSecondary">Nothing is left of it in the log.</Typography>
          ) : (
            <ReferralAsOfView moment={shown} />
          )}
        </Box>
        <Timeline
          moments={moments}
          accesses={accesses}
          shownIndex={index}
          knownPosition={knownPosition}
          addressOf={(at) => `?${withAsOf(parameters, asOfParameter(moments, at))}`}
          onFollow={showView}
        />
      </Box>
    </>
  );
}

/** Below the shell's header, so that time can be moved from everywhere on the page. */
const AS_OF_BAR = { position: 'sticky', top: 56, zIndex: 2 };

/** Stays in view while the timeline scrolls, and scrolls by itself. On a phone it comes first. */
const BESIDE_THE_TIMELINE = {
  order: { md: 1 },
  position: { md: 'sticky' },
  top: 160,
  maxHeight: { md: 'calc(100vh - 176px)' },
  overflowY: { md: 'auto' },
  alignSelf: 'start',
  scrollMarginTop: 190,
};

function withAsOf(parameters: URLSearchParams, asOf: string | null): URLSearchParams {
  const changed = new URLSearchParams(parameters);
  if (asOf === null) changed.delete(AS_OF);
  else changed.set(AS_OF, asOf);
  return changed;
}
