import type { ItemAsOf, TrackingAsOf } from '@throughline/domain';
import { Box, Typography } from '@mui/material';

interface TaskItemsProps {
  readonly items: readonly ItemAsOf[];
  readonly tracking: readonly TrackingAsOf[];
}

/** What the work is about, one line an item; its parcel, or why it was stopped, under it. */
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
            <Typography sx={{ overflowWrap: 'anywhere' }}>
              {[item.item, item.option?.name].filter(Boolean).join(' · ')}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {[item.itemCategory, item.option?.hcpcs ?? item.hcpcs, ...parcelsOf(item, tracking)]
                .filter(Boolean)
                .join(' · ')}
            </Typography>
            {item.stoppedReason === null ? null : (
              <Typography variant="body2" color="error" sx={{ overflowWrap: 'anywhere' }}>
                Stopped{item.lastTask ? ` in ${item.lastTask.name}` : ''}: {item.stoppedReason}
              </Typography>
            )}
          </Box>
          <Typography sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>× {item.qty}</Typography>
        </Box>
      ))}
    </Box>
  );
}

const parcelsOf = ({ id }: ItemAsOf, tracking: readonly TrackingAsOf[]) =>
  tracking.filter(({ itemIds }) => itemIds.includes(id)).map(({ carrier, number }) => `${carrier} ${number}`);
