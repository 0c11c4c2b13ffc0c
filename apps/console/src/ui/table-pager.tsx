import { PAGE_SIZE } from '@throughline/contracts';
import { Button, Stack, Typography } from '@mui/material';
import { ChevronLeft, ChevronRight } from 'lucide-react';

interface TablePagerProps {
  /** From 0. */
  readonly page: number;
  readonly rowCount: number;
  readonly pageSize?: number;
  readonly onPage: (page: number) => void;
  /** What the rows are: "referrals". */
  readonly noun?: string;
}

export function TablePager({ page, rowCount, pageSize = PAGE_SIZE, onPage, noun = 'rows' }: TablePagerProps) {
  if (rowCount === 0) return null;
  const first = page * pageSize + 1;
  const last = Math.min(rowCount, first + pageSize - 1);
  const count = (value: number) => value.toLocaleString('en-US');
  return (
    <Stack
      component="nav"
      aria-label="Pages"
      direction="row"
      sx={{ alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap', gap: 1, pt: 1 }}
    >
      <Typography variant="body2" color="textSecondary">
        {count(first)}–{count(last)} of {count(rowCount)} {noun}
      </Typography>
      <Stack direction="row" spacing={1}>
        <Button
          size="small"
          disabled={page === 0}
          onClick={() => onPage(page - 1)}
          startIcon={<ChevronLeft size={16} aria-hidden />}
        >
          Previous
        </Button>
        <Button
          size="small"
          disabled={last >= rowCount}
          onClick={() => onPage(page + 1)}
          endIcon={<ChevronRight size={16} aria-hidden />}
        >
          Next
        </Button>
      </Stack>
    </Stack>
  );
}
