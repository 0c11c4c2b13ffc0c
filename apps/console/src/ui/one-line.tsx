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
