import { Box } from '@mui/material';
import { Fragment } from 'react';

/**
 * Reads in groups of five digits by spacing alone, after the R of a recertification: as text it is one run, so that what is selected, copied and
 * searched is the id. The groups are inline, as boxes of their own would be copied on lines of their own. Where the place is narrow, a line ends
 * between two groups, unless the id stays on one line.
 */
export function ReferralDigits({ id, oneLine = false }: { readonly id: string; readonly oneLine?: boolean }) {
  return (
    <span data-figures translate="no">
      {id.match(/^R|.{1,5}/g)?.map((group, index) => (
        <Fragment key={index}>
          {index === 0 || oneLine ? null : <wbr />}
          <Box component="span" sx={index === 0 ? null : { pl: '0.35em' }}>
            {group}
          </Box>
        </Fragment>
      ))}
    </span>
  );
}

/** The id of a referral, or of a recertification, in words of the portal. */
const ID = /(R?\d{15,17})/;

/** Words in which ids are shown as everywhere, each on one line. */
export const WordsWithIds = ({ children }: { readonly children: string }) =>
  children.split(ID).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <Box key={index} component="span" sx={{ whiteSpace: 'nowrap' }}>
        <ReferralDigits id={part} oneLine />
      </Box>
    ),
  );
