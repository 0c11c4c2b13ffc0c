import { Box } from '@mui/material';
import { OneLine, type OneLineProps } from './one-line.js';

interface ListedNameProps {
  readonly lastName: string;
  readonly firstName: string;
  readonly maxWidth: OneLineProps['maxWidth'];
}

/**
 * A person's name in a list, such as `Osei, Kofi`. Each name has its own direction, and the last name comes first even if one of them is
 * written from right to left. Where there is no room for both, each of them has half of it and what the other one leaves: members of one
 * last name, however long, are told apart.
 */
export function ListedName({ lastName, firstName, maxWidth }: ListedNameProps) {
  return (
    <OneLine text={`${lastName}, ${firstName}`} maxWidth={maxWidth}>
      <Box component="span" dir="ltr" sx={SHARE_THE_LINE}>
        <span>
          <bdi>{lastName}</bdi>,{' '}
        </span>
        <bdi>{firstName}</bdi>
      </Box>
    </OneLine>
  );
}

const SHARE_THE_LINE = {
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, max-content))',
  // A blank at the end of a line has no width.
  columnGap: '0.25em',
  '& > *': { overflow: 'hidden', textOverflow: 'ellipsis' },
} as const;
