import { Box } from '@mui/material';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { ListedName } from './listed-name.js';
import type { OneLineProps } from './one-line.js';

interface MemberRow {
  readonly referralId: string;
  readonly memberLastName: string;
  readonly memberFirstName: string;
  readonly medicaidId?: string | null | undefined;
}

const Shared = createContext<ReadonlyMap<string, ToldApart>>(new Map());

interface SharedNamesProps<Row> {
  readonly rows: readonly Row[];
  readonly memberOf: (row: Row) => MemberRow;
  readonly keyOf: (row: Row) => string;
  /** Referrals whose member shares the name with one who may be on another page. */
  readonly namesakes: readonly string[] | undefined;
  readonly children: ReactNode;
}

/** Lets the rows of a page tell members of one name apart. The functions are the same at each rendering. */
export function SharedNames<Row>({ rows, memberOf, keyOf, namesakes = NONE, children }: SharedNamesProps<Row>) {
  const shared = useMemo(
    () =>
      sharedNames(
        rows.map((row) => [keyOf(row), memberOf(row)]),
        namesakes,
      ),
    [rows, memberOf, keyOf, namesakes],
  );
  return <Shared value={shared}>{children}</Shared>;
}

const NONE: readonly string[] = [];

/** What tells a member from those of the same name in the list. */
interface ToldApart {
  readonly medicaidId: string;
  /** The last four of the ID, or as much more of it as no other one ends in. */
  readonly end: string;
}

/** What tells members apart of whom another in the list has the same name, also on another page of it, by the keys of the rows. */
export function sharedNames(
  members: readonly (readonly [key: string, MemberRow])[],
  namesakes: readonly string[] = NONE,
): ReadonlyMap<string, ToldApart> {
  const idsOf = new Map<string, Set<string>>();
  const nameOf = (member: MemberRow) => `${member.memberLastName}, ${member.memberFirstName}`.toLowerCase();
  for (const [, member] of members) {
    if (member.medicaidId) idsOf.set(nameOf(member), (idsOf.get(nameOf(member)) ?? new Set()).add(member.medicaidId));
  }
  return new Map(
    members.flatMap(([key, member]) => {
      const { medicaidId } = member;
      const ids = medicaidId && idsOf.get(nameOf(member));
      const isShared = (ids && ids.size > 1) || namesakes.includes(member.referralId);
      return medicaidId && ids && isShared ? [[key, { medicaidId, end: endOf(medicaidId, [...ids]) }] as const] : [];
    }),
  );
}

/** An ellipsis takes the place of two letters or more: in that of one, the letter itself is said. */
function endOf(id: string, all: readonly string[]): string {
  let length = 4;
  while (length < id.length && all.some((other) => other !== id && other.endsWith(id.slice(-length)))) length += 1;
  return length + 1 < id.length ? `…${id.slice(-length)}` : id;
}

interface MemberNameProps {
  /** The key of the row. */
  readonly of: string;
  readonly member: MemberRow;
  /** What the ID is called. */
  readonly label: string;
  /** Follows the name, such as the member's state. */
  readonly also?: string;
  /** The maximum width of the name. A width in pixels is that of the name and the end of the ID together. */
  readonly maxWidth?: OneLineProps['maxWidth'];
}

/** Room of the end of an ID, of four letters, in pixels. */
const END_WIDTH = 60;

/**
 * A member of a row, with the end of the Medicaid ID where another one in the list has the same name. It is never cut off, and where it
 * stands, `also` is left out before the name is cut off. `also` is last, so that its room is no gap between the others.
 */
export function MemberName({ of, member, label, also, maxWidth = '100%' }: MemberNameProps) {
  const apart = useContext(Shared).get(of);
  const width = apart && typeof maxWidth === 'number' ? maxWidth - END_WIDTH : maxWidth;
  return (
    <Box component="span" sx={GIVES_WAY}>
      <ListedName lastName={member.memberLastName} firstName={member.memberFirstName} maxWidth={width} />
      {apart && (
        <span data-tells-apart title={`${label}: ${apart.medicaidId}`}>
          {' '}
          · {apart.end}
        </span>
      )}
      {also === undefined ? null : <span data-left-out={apart && true}> · {also}</span>}
    </Box>
  );
}

/** The first part is cut off where there is no room for all, what follows it never; a part that is left out is on a line that is not seen. */
export const GIVES_WAY = {
  display: 'flex',
  whiteSpace: 'nowrap',
  '& > :not(:first-of-type)': { flex: 'none', whiteSpace: 'pre' },
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
