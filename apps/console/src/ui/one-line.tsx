import { Box } from '@mui/material';

interface OneLineProps {
  readonly text: string;
  /** Pixels; what is longer ends in dots. */
  readonly maxWidth: number;
}

/** Text of any length in a table's row of one line: whole on hover, for screen readers, and on a phone's card. */
export function OneLine({ text, maxWidth }: OneLineProps) {
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
      <bdi>{text}</bdi>
    </Box>
  );
}
