import { Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';

/** What a person has of their own: sessions, passkeys. */
export const OwnList = ({ children }: { readonly children: ReactNode }) => (
  <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, gap: 1, width: '100%' }}>
    {children}
  </Stack>
);

interface OwnEntryProps {
  readonly name: ReactNode;
  readonly about: ReactNode;
  /** Its buttons. */
  readonly children: ReactNode;
}

export const OwnEntry = ({ name, about, children }: OwnEntryProps) => (
  <Stack
    component="li"
    direction="row"
    sx={{
      ...{ alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap', gap: 2 },
      ...{ py: 1, borderBottom: 1, borderColor: 'divider' },
    }}
  >
    <div>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{name}</Typography>
      <Typography variant="body2" color="textSecondary">
        {about}
      </Typography>
    </div>
    <div>{children}</div>
  </Stack>
);
