import type { ReferralItem } from '@throughline/contracts';
import { orderedItemFacts } from '@throughline/domain';
import { Box, Paper, Typography } from '@mui/material';
import { CorrectedMark } from '../../../correction/corrected-mark.js';
import type { CorrectionsOf, FactCorrection } from '../../../correction/use-corrections.js';
import { Meaning } from '../../../ui/words/meaning.js';
import { CatalogueText } from '../catalogue-words.js';
import { factWords, isOfCatalogue, stoppedFacts } from './fact-words.js';
import english from '../../../../texts/en/referral.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';

const useTexts = textsOf('referral', english);

interface ItemCardProps {
  readonly item: ReferralItem;
  /** Whether it is the first card of a list: the Tab key reaches the meanings of the labels in that one only. */
  readonly isFirst: boolean;
  readonly correctionsOf?: CorrectionsOf;
}

/** One ordered item, read-only (ordering specification, section 2, Status tab). */
export function ItemCard({ item, isFirst, correctionsOf }: ItemCardProps) {
  const t = useTexts();
  const words = useWords();
  const stopped = item.stoppedReason !== null;
  const facts = [...orderedItemFacts(item), ...stoppedFacts(item)];
  return (
    <Paper variant="outlined" component="li" sx={{ p: 2 }}>
      <Typography
        variant="subtitle2"
        component="h3"
        color={item.deleted || stopped ? 'error' : 'textPrimary'}
        sx={{ mb: 1 }}
      >
        {t(item.deleted ? 'removedItem' : stopped ? 'stoppedItem' : 'item')}
      </Typography>
      <Box component="dl" sx={FACTS}>
        {facts.map((fact) => (
          <Box key={fact.label} sx={{ display: 'contents' }}>
            <Typography component="dt" variant="body2" color="textSecondary">
              <Meaning of={fact.label} isPlain={!isFirst}>
                {words(fact.label)}
              </Meaning>
            </Typography>
            <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
              {item.catalogueId !== null && isOfCatalogue(fact) ? (
                <CatalogueText>{fact.value}</CatalogueText>
              ) : (
                factWords(fact, words)
              )}
            </Typography>
            <Corrected corrections={correctionsOf?.(item.id, fact.label) ?? []} />
          </Box>
        ))}
      </Box>
    </Paper>
  );
}

const FACTS = {
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  columnGap: 2,
  rowGap: 0.5,
  m: 0,
} as const;

/** The mark of corrections, placed in the grid column of the values. */
function Corrected({ corrections }: { readonly corrections: readonly FactCorrection[] }) {
  if (corrections.length === 0) return null;
  return (
    <Box component="dd" sx={{ gridColumn: 2, m: 0 }}>
      <CorrectedMark corrections={corrections} />
    </Box>
  );
}
