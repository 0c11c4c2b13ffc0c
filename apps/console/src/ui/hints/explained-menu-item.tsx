import { MenuItem, type MenuItemProps } from '@mui/material';
import { useHint } from './hint.js';
import { useMeaning } from '../words/meaning.js';

interface ExplainedMenuItemProps extends MenuItemProps {
  /** The act, or the word of the catalogue. A word without a meaning is an item like any other. */
  readonly of: string;
}

/** An item of a menu that says its meaning in a sentence. A menu moves the focus between its own children: an item has no element around. */
export function ExplainedMenuItem({ of, children, ...item }: ExplainedMenuItemProps) {
  const { handlers, described, bubble } = useHint({ text: useMeaning(of) });
  return (
    <MenuItem {...item} {...handlers} {...described}>
      {children}
      {bubble}
    </MenuItem>
  );
}
