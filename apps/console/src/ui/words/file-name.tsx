import { styled } from '@mui/material/styles';

const Clipped = styled('bdi')({
  display: 'inline-block',
  maxWidth: '100%',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  verticalAlign: 'bottom',
});

/**
 * A file's name in one line, clipped at the width of what contains it (docs/decisions/0131). The whole name is shown on hover, and is what
 * screen readers read and what is copied.
 */
export const FileName = ({ name }: { readonly name: string }) => <Clipped title={name}>{name}</Clipped>;

const KILO = 1024;

/** Examples: "812 B", "14 KB", "1.9 MB". */
export function fileSize(bytes: number): string {
  if (bytes < KILO) return `${bytes} B`;
  if (bytes < KILO * KILO) return `${Math.round(bytes / KILO)} KB`;
  return `${(bytes / KILO / KILO).toFixed(1)} MB`;
}
