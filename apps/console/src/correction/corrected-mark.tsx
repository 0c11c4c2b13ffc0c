import { Box, Typography } from '@mui/material';
import { When } from '../ui/words/when.js';
import type { FactCorrection } from './use-corrections.js';
import english from '../../texts/en/correction.json' with { type: 'json' };
import { textsOf } from '../language/language.js';

const useTexts = textsOf('correction', english);

/** The previous values of a corrected fact, the latest correction first. Shown below the fact. */
export function CorrectedMark({ corrections }: { readonly corrections: readonly FactCorrection[] }) {
  const t = useTexts();
  return corrections.toReversed().map(({ from, at, by }, index) => (
    <Typography
      key={at}
      component="dd"
      variant="caption"
      color="textSecondary"
      sx={{ display: 'block', m: 0, overflowWrap: 'anywhere' }}
    >
      {index === 0 ? (
        <Box component="span" sx={{ color: 'warning.main', fontWeight: 600 }}>
          {t('corrected')}{' '}
        </Box>
      ) : null}
      {t.rich(from === null ? 'wasEmpty' : 'was', { from: () => <del>{from}</del>, when: () => <When at={at} /> })}
      {by === null ? '' : t('by', { name: by })}
    </Typography>
  ));
}
