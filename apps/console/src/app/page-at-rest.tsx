import { CENTRAL_TIME, maySeeQueue } from '@throughline/domain';
import { Typography } from '@mui/material';
import GlobalStyles from '@mui/material/GlobalStyles';
import { useAtomValue } from 'jotai';
import { userAtom } from '../session/session.js';
import { PRINT } from '../theme/print.js';
import '../ui/hints/hint-bubble.js';
import { useNow } from '../ui/use-clock.js';
import { exactTime, zoneInWords } from '../ui/words/calendar.js';
import english from '../../texts/en/zones.json' with { type: 'json' };
import { textsOf, useLanguage } from '../language/language.js';

const useTexts = textsOf('zones', english);

/**
 * What no page shows first, in one file, loaded when the page is at rest: the zones in its footer, the bubble of hints, and the styles of
 * print. Without them, as after a lost connection, a page is printed as it is on the screen, in light colours and without header.
 */
export const PageAtRest = () => (
  <>
    <GlobalStyles styles={PRINT} />
    <ZonesOfPage />
  </>
);

/** The zones of the times and of the due days on the page; a time itself says its zone on hover and to screen readers only. */
function ZonesOfPage() {
  const t = useTexts();
  const language = useLanguage();
  const user = useAtomValue(userAtom);
  const now = useNow();
  return (
    <>
      <Typography data-paper variant="caption" sx={{ display: 'none', displayPrint: 'inline' }}>
        {t('printed', { time: exactTime(now, undefined, language) })}
      </Typography>
      <Typography
        data-paper
        variant="caption"
        color="textSecondary"
        sx={{ 'body:not(:has(time)) &': { visibility: 'hidden' } }}
      >
        {t('times', { zone: zoneInWords(undefined, language) })}
        {user && maySeeQueue(user) ? ` ${t('dueDays', { zone: zoneInWords(CENTRAL_TIME, language) })}` : null}
      </Typography>
    </>
  );
}
