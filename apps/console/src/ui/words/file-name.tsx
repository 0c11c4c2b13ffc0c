import { SHOWN_FILE_NAME_LENGTH } from '@throughline/contracts';
import { shortened } from '@throughline/domain';
import { VisuallyHidden } from '../visually-hidden.js';

/** The first 25 characters of a file's name; the whole name on hover and for screen readers (ordering specification, section 5). */
export function FileName({ name }: { readonly name: string }) {
  const shown = shortened(name, SHOWN_FILE_NAME_LENGTH);
  if (shown === name) return <span>{name}</span>;
  return (
    <span title={name}>
      <span aria-hidden>{shown}</span>
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  );
}

const KILO = 1024;

/** Examples: "812 B", "14 KB", "1.9 MB". */
export function fileSize(bytes: number): string {
  if (bytes < KILO) return `${bytes} B`;
  if (bytes < KILO * KILO) return `${Math.round(bytes / KILO)} KB`;
  return `${(bytes / KILO / KILO).toFixed(1)} MB`;
}
