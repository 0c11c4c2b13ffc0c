import { Box } from '@mui/material';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { ListedName } from './listed-name.js';
import type { OneLineProps } from './one-line.js';

interface MemberRow {
  readonly memberLastName: string;
  readonly memberFirstName: string;
  readonly medicaidId?: string | null | undefined;
}

const Shared = createContext<ReadonlyMap<string, string>>(new Map());

interface SharedNamesProps<Row> {
  readonly rows: readonly Row[];
  readonly memberOf: (row: Row) => MemberRow;
  readonly keyOf: (row: Row) => string;
  readonly children: ReactNode;
}

/** Lets the rows of a page tell members of one name apart. The functions are the same at each rendering. */
export function SharedNames<Row>({ rows, memberOf, keyOf, children }: SharedNamesProps<Row>) {
  const shared = useMemo(() => sharedNames(rows.map((row) => [keyOf(row), memberOf(row)])), [rows, memberOf, keyOf]);
  return <Shared value={shared}>{children}</Shared>;
}

/** The Medicaid IDs, by the keys of the rows, of members of whom another in the list has the same name. */
export function sharedNames(members: readonly (readonly [key: string, MemberRow])[]): ReadonlyMap<string, string> {
  const idsOf = new Map<string, Set<string>>();
  const nameOf = (member: MemberRow) => `${member.memberLastName}, ${member.memberFirstName}`.toLowerCase();
  for (const [, member] of members) {
    if (member.medicaidId) idsOf.set(nameOf(member), (idsOf.get(nameOf(member)) ?? new Set()).add(member.medicaidId));
  }
  return new Map(
    members.flatMap(([key, member]) =>
      member.medicaidId && idsOf.get(nameOf(member))!.size > 1 ? [[key, member.medicaidId] as const] : [],
    ),
  );
}

interface MemberNameProps {
  /** The key of the row. */
  readonly of: string;
  readonly member: MemberRow;
  /** What the ID is called. */
  readonly label: string;
  /** Follows the name, such as the member's state. */
  readonly also?: string;
  /** The maximum width of the name. */
  readonly maxWidth?: OneLineProps['maxWidth'];
}

/**
 * A member of a row, with the last four of the Medicaid ID where another one in the list has the same name. These are never cut off, and where
 * they stand, `also` is left out before the name is cut off.
 */
export function MemberName({ of, member, label, also, maxWidth = '100%' }: MemberNameProps) {
  const id = useContext(Shared).get(of);
  return (
    <Box component="span" sx={GIVES_WAY}>
      <ListedName lastName={member.memberLastName} firstName={member.memberFirstName} maxWidth={maxWidth} />
      {also === undefined ? null : <span data-left-out={id !== undefined || undefined}> · {also}</span>}
      {id === undefined ? null : (
        <span data-tells-apart title={`${label}: ${id}`}>
          {' '}
          · …{id.slice(-4)}
        </span>
      )}
    </Box>
  );
}

/** The first part is cut off where there is no room for all, what follows it never; a part that is left out is on a line that is not seen. */
export const GIVES_WAY = {
  display: 'flex',
  whiteSpace: 'pre',
  '& > :not(:first-of-type)': { flex: 'none' },
  '& > [data-left-out]': {
    flex: '0 99999 auto',
    minWidth: 0,
    height: '1lh',
    overflow: 'hidden',
    display: 'flex',
    flexWrap: 'wrap',
    '&::before': { content: '""', height: '1lh' },
  },
} as const;
