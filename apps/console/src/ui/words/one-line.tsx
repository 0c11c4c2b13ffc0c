import { Box } from '@mui/material';
import type { ReactNode } from 'react';

interface OneLineProps {
  readonly text: string;
  /** Pixels, or a share of the cell; longer text ends in an ellipsis. */
  readonly maxWidth: number | `${number}%`;
  /** The text, where it has parts of their own direction. */
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

/** A second line of a cell that comes and goes: it moves nothing. The cell is its containing block. */
export const LINE_BELOW = {
  position: 'absolute',
  bottom: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontSize: '0.75rem',
  lineHeight: '14px',
} as const;
