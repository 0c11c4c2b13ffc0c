import { createContext, type ReactNode, useContext, useMemo } from 'react';

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

/** The last four of the Medicaid ID of a member whose name another one in the list has. */
export function LastFour({ of, label }: { readonly of: string; readonly label: string }) {
  const id = useContext(Shared).get(of);
  return id ? <span title={`${label}: ${id}`}> · …{id.slice(-4)}</span> : null;
}

/** The name is cut off where there is no room for all, what follows it never. */
export const GIVES_WAY = { display: 'flex', whiteSpace: 'pre', '& > :not(:first-of-type)': { flex: 'none' } } as const;
