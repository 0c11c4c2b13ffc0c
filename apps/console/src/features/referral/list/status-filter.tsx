import { Badge, Button, ListItemIcon, ListItemText, Menu, MenuItem } from '@mui/material';
import { ListFilter, Square, SquareCheck } from 'lucide-react';
import { useState } from 'react';

interface StatusFilterProps {
  readonly chosen: readonly string[];
  /** Referrals per label, under the same search. */
  readonly counts: Readonly<Record<string, number>>;
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Several statuses at once; a referral is found when any of its items has one of them. */
export function StatusFilter({ chosen, counts, onChange }: StatusFilterProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const labels = [...new Set([...Object.keys(counts), ...chosen])].sort();
  return (
    <>
      <Badge badgeContent={chosen.length} color="primary">
        <Button
          variant="outlined"
          startIcon={<ListFilter size={16} aria-hidden />}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          Status{chosen.length > 0 ? `: ${chosen.length} chosen` : ''}
        </Button>
      </Badge>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { dense: true, 'aria-label': 'Statuses' } }}
      >
        {labels.map((label) => {
          const on = chosen.includes(label);
          return (
            <MenuItem
              key={label}
              role="menuitemcheckbox"
              aria-checked={on}
              onClick={() => onChange(on ? chosen.filter((other) => other !== label) : [...chosen, label])}
            >
              <ListItemIcon>
                {on ? <SquareCheck size={16} aria-hidden /> : <Square size={16} aria-hidden />}
              </ListItemIcon>
              <ListItemText primary={label} sx={{ mr: 2 }} />
              <span aria-label={`${counts[label] ?? 0} referrals`}>{counts[label] ?? 0}</span>
            </MenuItem>
          );
        })}
        {chosen.length > 0 ? <MenuItem onClick={() => onChange([])}>Clear</MenuItem> : null}
      </Menu>
    </>
  );
}
