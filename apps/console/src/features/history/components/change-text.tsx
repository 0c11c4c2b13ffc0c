import { Box } from '@mui/material';
import { VisuallyHidden } from '../../../ui/visually-hidden.js';

interface Change {
  readonly from: string | null;
  readonly to: string | null;
}

/** From what to what; spoken in words, because an arrow and a line through text say nothing to a screen reader. */
export function ChangeText({ from, to }: Change) {
  return (
    <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
      {from === null ? null : (
        <>
          <VisuallyHidden>was </VisuallyHidden>
          <Box component="del" sx={{ color: 'text.secondary' }}>
            {from}
          </Box>
          <span aria-hidden> → </span>
          <VisuallyHidden>, is now </VisuallyHidden>
        </>
      )}
      <Box component="ins" sx={{ textDecoration: 'none', fontWeight: 600 }}>
        {to ?? 'nothing'}
      </Box>
    </Box>
  );
}
