import { Box } from '@mui/material';
import type { ReactNode } from 'react';

export interface OneLineProps {
  readonly text: string;
  /** In pixels, or of the cell. Longer text ends in an ellipsis. */
  readonly maxWidth: number | `${number}%`;
  /** The text, if parts of it have a direction of their own. */
  readonly children?: ReactNode;
}

/** Truncates text to one line of a table. The whole text is shown on hover, on a phone's card, and to screen readers. */
export function OneLine({ text, maxWidth, children }: OneLineProps) {
  return (
    <Box
      component="span"
      title={text}
      sx={{
        display: 'inline-block',
        maxWidth: { sm: maxWidth },
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        verticalAlign: 'bottom',
      }}
    >
      {children ?? <bdi>{text}</bdi>}
    </Box>
  );
}

/** An optional second line of a cell. It is positioned absolutely in the cell, so that it moves nothing. */
export const LINE_BELOW = {
  position: 'absolute',
  bottom: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontSize: '0.75rem',
  lineHeight: '14px',
} as const;
