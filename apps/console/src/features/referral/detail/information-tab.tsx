import { itemsOf, type ReferralDetail } from '@throughline/contracts';
import { type OrderSection, orderSections } from '@throughline/domain';
import { Box, Typography } from '@mui/material';
import { ItemCard } from './item-card.js';

/** The whole order with its member and referrer, as it is now. Read-only; an empty value is a dash, so that the layout does not move. */
export function InformationTab({ referral }: { readonly referral: ReferralDetail }) {
  const sections = orderSections(referral, referral.files);
  const beforeItems = sections.findIndex(({ title }) => title === 'Insurance') + 1;
  return (
    <>
      {sections.slice(0, beforeItems).map((section) => (
        <Section key={section.title} {...section} />
      ))}
      <Box component="section" sx={{ py: 3 }}>
        <Typography variant="h3" component="h2">
          Items
        </Typography>
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
          {itemsOf(referral).map((item) => (
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

/** Too long for one column of several. */
const isLong = (value: string | null) => value !== null && value.length > 120;

function Section({ title, facts }: OrderSection) {
  return (
    <Box component="section" sx={{ py: 3, borderBottom: 1, borderColor: 'divider' }}>
      <Typography variant="h3" component="h2">
        {title}
      </Typography>
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
          <Box key={label} sx={facts.length === 1 || isLong(value) ? { gridColumn: '1 / -1' } : {}}>
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
