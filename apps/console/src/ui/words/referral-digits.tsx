import { Box } from '@mui/material';
import { Fragment } from 'react';

/**
 * Shows an id in groups of five digits, after the R of a recertification. The groups are made by spacing alone, so that the selected,
 * copied and searched text is the id. They are inline elements, because blocks would be copied as separate lines. A line may break between
 * groups, unless the id stays on one line.
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

/** Matches the id of a referral or of a recertification within a text. */
const ID = /(R?\d{15,17})/;

/** A text whose ids are shown in groups of digits, each on one line. */
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
