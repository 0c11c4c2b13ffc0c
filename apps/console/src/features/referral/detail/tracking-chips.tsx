import { trackingUrl } from '@throughline/domain';
import { Chip, Stack } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { carriersQuery } from '../../../api/carriers.js';
import { ExternalLink } from '../../../ui/icons/page-icons.js';
import english from '../../../../texts/en/referral.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('referral', english);

interface Parcel {
  readonly carrier: string;
  readonly number: string;
}

/** One chip for each parcel. If the carrier has a link, the chip opens the carrier's page in a new tab. */
export function TrackingChips({ parcels }: { readonly parcels: readonly Parcel[] }) {
  const t = useTexts();
  const { data: carriers = [] } = useQuery({ ...carriersQuery, enabled: parcels.length > 0 });
  if (parcels.length === 0) return null;
  return (
    <Stack
      direction="row"
      component="ul"
      aria-label={t('tracking')}
      sx={{ flexWrap: 'wrap', gap: 1, listStyle: 'none', p: 0, m: 0 }}
    >
      {parcels.map(({ carrier, number }) => {
        const link = trackingUrl(carriers, carrier, number);
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
                rel="noreferrer"
                icon={<ExternalLink size={14} aria-hidden />}
                label={`${carrier} ${number}`}
                aria-label={t('opensCarrier', { parcel: `${carrier} ${number}` })}
              />
            )}
          </li>
        );
      })}
    </Stack>
  );
}
