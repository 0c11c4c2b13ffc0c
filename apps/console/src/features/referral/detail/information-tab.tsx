import { itemsOf, type ReferralDetail } from '@throughline/contracts';
import { type OrderSection, orderSections } from '@throughline/domain';
import { Box, Button, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { onDemand } from '../../../ui/page/on-demand.js';
import { CorrectedMark } from '../../../correction/corrected-mark.js';
import type { CorrectableSection } from '../correction/correction-draft.js';
import { type CorrectionsOf, useCorrections } from '../../../correction/use-corrections.js';
import { factWords, withBaby } from './fact-words.js';
import { ItemCard } from './item-card.js';
import english from '../../../../texts/en/referral.json' with { type: 'json' };
import { InEnglish, textsOf, useWords } from '../../../language/language.js';

const useTexts = textsOf('referral', english);

const CorrectSection = onDemand(async () => (await import('../correction/correct-section.js')).CorrectSection);
const CorrectItems = onDemand(async () => (await import('../correction/correct-items.js')).CorrectItems);

interface InformationTabProps {
  readonly referral: ReferralDetail;
  /** Whether the person belongs to the provider, and therefore sees what was corrected, from what to what. */
  readonly internal: boolean;
  /** Whether the person works tasks, and therefore may correct the order. */
  readonly mayCorrect: boolean;
}

/** The open dialog, with the referral as it was when the dialog was opened. */
type Correcting = { readonly what: CorrectableSection | 'items'; readonly referral: ReferralDetail } | null;

/**
 * The present state of the whole order, with its member and referrer. An empty value is shown as a dash, so that the layout stays the same.
 */
export function InformationTab({ referral, internal, mayCorrect }: InformationTabProps) {
  const t = useTexts();
  const words = useWords();
  const sections = orderSections(referral, referral.files);
  const shown = sections.some(({ title }) => title === 'Baby') || !mayCorrect ? sections : withBaby(sections);
  const beforeItems = shown.findIndex(({ title }) => title === 'Insurance') + 1;
  const correctionsOf = useCorrections(referral.referralId, referral.corrections ?? 0, internal);
  const [correcting, setCorrecting] = useState<Correcting>(null);
  const action = (what: CorrectableSection | 'items') =>
    mayCorrect ? (
      <Button
        size="small"
        aria-label={t('correctPart', { part: (what === 'items' ? t('itemList') : words(what)).toLowerCase() })}
        onPointerEnter={what === 'items' ? CorrectItems.preload : CorrectSection.preload}
        onClick={() => setCorrecting({ what, referral })}
      >
        {t('correct')}
      </Button>
    ) : null;
  const close = () => setCorrecting(null);
  const inSections = (some: readonly OrderSection[]) =>
    some.map((section) => (
      <Section key={section.title} {...section} action={action(section.title)} correctionsOf={correctionsOf} />
    ));
  return (
    <>
      {inSections(shown.slice(0, beforeItems))}
      <Box component="section" sx={{ py: 3 }}>
        <Heading title={t('itemList')} action={action('items')} />
        <Box
          component="ul"
          sx={{
            listStyle: 'none',
            p: 0,
            mt: 2,
            display: 'grid',
            gap: 2,
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
          }}
        >
          {itemsOf(referral).map((item, index) => (
            <ItemCard key={item.id} item={item} isFirst={index === 0} correctionsOf={correctionsOf} />
          ))}
        </Box>
      </Box>
      {inSections(shown.slice(beforeItems))}
      {correcting === null ? null : (
        <InEnglish>
          {correcting.what === 'items' ? (
            <CorrectItems referral={correcting.referral} latest={referral} onClose={close} onFailed={close} />
          ) : (
            <CorrectSection
              section={correcting.what}
              referral={correcting.referral}
              latest={referral}
              onClose={close}
              onFailed={close}
            />
          )}
        </InEnglish>
      )}
    </>
  );
}

/** Whether a value is too long for one of several columns. */
const isLong = (value: string | null) => value !== null && value.length > 120;

function Heading({ title, action }: { readonly title: string; readonly action: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 32 }}>
      <Typography variant="h3" component="h2">
        {title}
      </Typography>
      {action}
    </Box>
  );
}

interface SectionProps extends OrderSection {
  readonly action: ReactNode;
  readonly correctionsOf: CorrectionsOf;
}

function Section({ title, facts, action, correctionsOf }: SectionProps) {
  const t = useTexts();
  const words = useWords();
  return (
    <Box component="section" sx={{ py: 3, borderBottom: 1, borderColor: 'divider' }}>
      <Heading title={words(title)} action={action} />
      {facts.length === 0 ? <Typography color="textSecondary">{t('noFacts')}</Typography> : null}
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gap: 2,
          m: 0,
          mt: 2,
          '&:empty': { display: 'none' },
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(220px, 100%), 1fr))',
        }}
      >
        {facts.map((fact) => (
          <Box key={fact.label} sx={facts.length === 1 || isLong(fact.value) ? { gridColumn: '1 / -1' } : {}}>
            <Typography component="dt" variant="body2" color="textSecondary">
              {words(fact.label)}
            </Typography>
            <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
              {factWords(fact, words)}
            </Typography>
            <CorrectedMark corrections={correctionsOf(title, fact.label)} />
          </Box>
        ))}
      </Box>
    </Box>
  );
}
