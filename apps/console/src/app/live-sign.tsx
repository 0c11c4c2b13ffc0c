import { Box, Button } from '@mui/material';
import { useAtomValue } from 'jotai';
import { unansweredAtom } from '../api/unanswered.js';
import { type Connection, lastChangeAtom } from '../live/connection.js';
import { timeOfDay } from '../ui/words/calendar.js';
import { whenWords } from '../ui/words/time-words.js';
import { Hint } from '../ui/hints/hint.js';
import { useNow } from '../ui/use-clock.js';
import english from '../../texts/en/menu.json' with { type: 'json' };
import { textsOf, useLanguage } from '../language/language.js';

const useTexts = textsOf('menu', english);

const COLOR = { live: 'success.main', partial: 'warning.main', reconnecting: 'warning.main', offline: 'error.main' };

const OUT_OF_DATE = { partial: 'partlyOutOfDate', reconnecting: 'outOfDate', offline: 'outOfDate' } as const;

/** Shows whether the page is kept up to date, and when the last change came. */
export function LiveSign({ connection }: { readonly connection: Connection }) {
  const t = useTexts();
  const lastChange = useAtomValue(lastChangeAtom);
  const now = useNow();
  const language = useLanguage();
  // The line may take seconds longer to notice it than a request.
  const isUnanswered = useAtomValue(unansweredAtom);
  const { since } = connection;
  const state = isUnanswered && connection.state === 'live' ? 'reconnecting' : connection.state;
  const freshness = lastChange
    ? t('lastChange', { when: whenWords(lastChange, now, undefined, language) })
    : t('noChange', { time: timeOfDay(since) });
  return (
    <Box role="status" sx={{ minWidth: 0 }}>
      <Hint byTap text={`${t(state)}. ${state === 'live' ? freshness : t(OUT_OF_DATE[state])}`}>
        {/* A button, so that the tooltip can be reached by keyboard and by touch. */}
        {(described) => (
          <Button
            {...described}
            size="small"
            color="inherit"
            sx={{
              color: 'text.secondary',
              fontWeight: 400,
              columnGap: 1,
              px: 1,
              minWidth: 0,
              maxWidth: '100%',
              cursor: 'default',
              // What does not fit wraps to a second line, which is not shown. The dot stays on the first.
              flexWrap: 'wrap',
              justifyContent: 'flex-end',
              height: 32,
              py: 0,
              overflow: 'hidden',
            }}
          >
            <Box
              component="span"
              aria-hidden
              sx={{ flex: 'none', width: 8, height: 8, my: 1.5, borderRadius: '50%', bgcolor: COLOR[state] }}
            />
            <Box component="span" sx={{ lineHeight: '32px', whiteSpace: 'nowrap' }}>
              {t(state)}
            </Box>
            {state === 'offline' ? <Since at={since} /> : null}
          </Button>
        )}
      </Hint>
    </Box>
  );
}

/** Hidden in a narrow header. */
function Since({ at }: { readonly at: number }) {
  const t = useTexts();
  return (
    <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' }, ml: -0.5 }}>
      {t('offlineSince', { time: timeOfDay(at) })}
    </Box>
  );
}
