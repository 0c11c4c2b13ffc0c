import type { ReferralItem } from '@throughline/contracts';
import { nameOfItem, type TrackingAsOf } from '@throughline/domain';
import { Box, Typography } from '@mui/material';
import { Meaning } from '../../../ui/words/meaning.js';

interface TaskItemsProps {
  readonly items: readonly ReferralItem[];
  readonly tracking: readonly TrackingAsOf[];
}

/** The items of a task, each with its parcel or the reason why it was stopped. */
export function TaskItems({ items, tracking }: TaskItemsProps) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {items.map((item) => (
        <Box
          component="li"
          key={item.id}
          sx={{
            display: 'flex',
            justifyContent: 'space-between',
            gap: 2,
            py: 1,
            borderBottom: 1,
            borderColor: 'divider',
            '&:last-of-type': { borderBottom: 0 },
          }}
        >
          <Box sx={{ minWidth: 0 }}>
            <Typography sx={{ overflowWrap: 'anywhere' }}>{nameOfItem(item)}</Typography>
            <Typography variant="body2" color="textSecondary">
              {item.itemCategory}
              <Code of={item} />
              {parcelsOf(item, tracking).map((parcel) => ` · ${parcel}`)}
            </Typography>
            {item.stoppedReason === null ? null : (
              <Typography variant="body2" color="error" sx={{ overflowWrap: 'anywhere' }}>
                Stopped{item.lastTask ? ` in ${item.lastTask.name}` : ''}: {item.stoppedReason.reason}
              </Typography>
            )}
          </Box>
          <Typography sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>× {item.qty}</Typography>
        </Box>
      ))}
    </Box>
  );
}

function Code({ of: { option, hcpcs } }: { readonly of: ReferralItem }) {
  const code = option?.hcpcs ?? hcpcs;
  return code ? (
    <>
      {' · '}
      <Meaning of="HCPCS" isPlain>
        {code}
      </Meaning>
    </>
  ) : null;
}

const parcelsOf = ({ id }: ReferralItem, tracking: readonly TrackingAsOf[]) =>
  tracking.filter(({ itemIds }) => itemIds.includes(id)).map(({ carrier, number }) => `${carrier} ${number}`);
