import { Chip, Stack } from '@mui/material';
import { ExternalLink } from '../../../ui/icons.js';
import { trackingLink } from './tracking-link.js';

interface Parcel {
  readonly carrier: string;
  readonly number: string;
}

/** One chip a parcel; FedEx and UPS open the carrier's page in a new tab. */
export function TrackingChips({ parcels }: { readonly parcels: readonly Parcel[] }) {
  if (parcels.length === 0) return null;
  return (
    <Stack
      direction="row"
      component="ul"
      aria-label="Tracking"
      sx={{ flexWrap: 'wrap', gap: 1, listStyle: 'none', p: 0, m: 0 }}
    >
      {parcels.map(({ carrier, number }) => {
        const link = trackingLink(carrier, number);
        return (
          <li key={`${carrier} ${number}`}>
            {link === null ? (
              <Chip size="small" variant="outlined" label={`${carrier} ${number}`} />
            ) : (
              <Chip
                size="small"
                variant="outlined"
                component="a"
                clickable
                href={link}
                target="_blank"
                rel="noopener noreferrer"
                icon={<ExternalLink size={14} aria-hidden />}
                label={`${carrier} ${number}`}
                aria-label={`${carrier} ${number}, opens the carrier's page in a new tab`}
              />
            )}
          </li>
        );
      })}
    </Stack>
  );
}
