import { type OrderSection, orderSections, type ReferralAsOf } from '@throughline/domain';
import { Box, Typography } from '@mui/material';
import { ItemCard } from './item-card.js';

/** Everything that was ordered, for whom and by whom, as it stands. Read-only; an empty value is a dash, so that nothing jumps. */
export function InformationTab({ referral }: { readonly referral: ReferralAsOf }) {
  const sections = orderSections(referral.order);
  const beforeItems = sections.findIndex(({ title }) => title === 'Insurance') + 1;
  return (
    <>
      {sections.slice(0, beforeItems).map((section) => (
        <Section key={section.title} {...section} />
      ))}
      <Box component="section" sx={{ py: 3 }}>
        <Typography variant="h3">Items</Typography>
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
          {referral.items.map((item) => (
            <ItemCard key={item.id} item={item} />
          ))}
        </Box>
      </Box>
      {sections.slice(beforeItems).map((section) => (
        <Section key={section.title} {...section} />
      ))}
    </>
  );
}

function Section({ title, facts }: OrderSection) {
  return (
    <Box component="section" sx={{ py: 3, borderBottom: 1, borderColor: 'divider' }}>
      <Typography variant="h3">{title}</Typography>
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gap: 2,
          m: 0,
          mt: 2,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(220px, 100%), 1fr))',
        }}
      >
        {facts.map(({ label, value }) => (
          <Box key={label} sx={facts.length === 1 ? { gridColumn: '1 / -1' } : {}}>
            <Typography component="dt" variant="body2" color="textSecondary">
              {label}
            </Typography>
            <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
              {value ?? '–'}
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
