import { Chip } from '@mui/material';
import { CircleStop } from './icons/page-icons.js';
import { useWords } from '../language/language.js';

/** Stopped has the error colour, Multiple Statuses is grey, and all others are secondary (ordering specification, section 2). */
export function StatusChip({ status }: { readonly status: string }) {
  const words = useWords();
  const stopped = status === 'Stopped';
  const color = stopped ? 'error' : status === 'Multiple Statuses' ? 'default' : 'secondary';
  return (
    <Chip
      variant="outlined"
      color={color}
      label={words(status)}
      {...(stopped && { icon: <CircleStop size={14} aria-hidden /> })}
    />
  );
}
