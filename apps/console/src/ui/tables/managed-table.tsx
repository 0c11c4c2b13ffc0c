import type { ExampledEndpoint } from '@throughline/contracts';
import type { AdminArea, AdminCategory, ManagedNoun } from '@throughline/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../../api/api.js';
import { READ_AGAIN_MS } from '../../api/query-client.js';
import { useReplacing } from '../../meanwhile/use-replacing.js';
import { watching } from '../../meanwhile/watched.js';
import { CommandDialog } from '../dialogs/command-dialog.js';
import { ReasonCommandDialog } from '../dialogs/reason-dialog.js';
import { BoundText } from '../fields/bound-text.js';
import { ReasonField } from '../fields/reason-field.js';
import { schemaResolver } from '../fields/schema-resolver.js';
import { ReadState } from '../page/read-state.js';
import { AdminTable, type RowAction, type RowDialogProps } from './admin-table.js';
import type { DataColumn } from './data-column.js';

/** The values of an entry that an administrator writes: texts, of which only the name is required. */
type Values = { readonly name: string } & Readonly<Record<string, string | null>>;
type Row = Readonly<Record<string, unknown>> & { readonly id: string; readonly name: string; readonly active: boolean };

type Schema = Parameters<typeof schemaResolver>[0];

/** The common path of the routes of a managed list. */
type ManagedPath = PathIn<ExampledEndpoint>;
type PathIn<E> = E extends `POST ${infer Path}/{id}/reactivate` ? Path : never;

/** The noun of a list that is in the domain's table of administration. */
type Noun = ManagedNoun & { readonly category: AdminCategory; readonly area: AdminArea };

export interface ManagedList<Of extends Noun = Noun> {
  /** The noun of the decider. Its category is the query key, too. */
  readonly of: Of;
  /** The path of the routes, for example `/carriers`. */
  readonly path: ManagedPath;
  readonly about: string;
  /** Shown if there are no entries. */
  readonly empty: string;
  /** What stands below the fields beside the name. */
  readonly help: { readonly [Value in keyof Of['labels']]: string };
  readonly addBody: Schema;
  readonly changeBody: Schema;
  /** The effects of each act on the records for which an entry was chosen. */
  readonly whenChanged: string;
  readonly whenDeactivated: string;
  readonly whenReactivated: string;
}

const STATES = { true: 'Active', false: 'Deactivated' } as const;

/** The tab of a noun that uses the domain's `managedDecider`: its table, and the dialogs that add, change, deactivate and reactivate. */
export function ManagedTable({ list }: { readonly list: ManagedList }) {
  const { of, path, about, empty } = list;
  const { category, one, many, area, labels } = of;
  const read = useQuery({
    queryKey: [category],
    queryFn: async ({ signal }): Promise<readonly Row[]> => call(`GET ${path}`, {}, { signal }),
    refetchInterval: READ_AGAIN_MS,
  });
  const dialogs = useMemo(() => dialogsOf(list), [list]);
  const columns = useMemo(
    (): readonly DataColumn<Row>[] => [
      { id: 'name', header: 'Name', title: true, width: '20%', cell: ({ name }) => name },
      ...Object.entries(labels).map(([id, header]) => ({
        id,
        header,
        cell: (row: Row) => (
          <span style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>{(row[id] as string | null) ?? 'None'}</span>
        ),
      })),
      { id: 'state', header: 'State', width: '130px', cell: ({ active }) => STATES[`${active}`] },
    ],
    [labels],
  );
  return (
    <ReadState read={read} failed={`Failed to load ${many}`} loading={`${area} are loading`}>
      {(rows) => (
        <AdminTable
          caption={area}
          about={about}
          create={{ label: `New ${one}`, Dialog: dialogs.Add }}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          acts={dialogs.acts}
          actsWidth="210px"
          empty={{ title: `No ${many}`, words: empty }}
        />
      )}
    </ReadState>
  );
}

function dialogsOf(list: ManagedList) {
  const Add = ({ onClose }: { readonly onClose: () => void }) => <AddEntry list={list} onClose={onClose} />;
  const Switch = (to: boolean) => (props: RowDialogProps<Row>) => <SwitchEntry {...props} list={list} to={to} />;
  const acts: readonly RowAction<Row>[] = [
    { label: 'Change', Dialog: (props) => <ChangeEntry {...props} list={list} /> },
    { label: 'Deactivate', isFor: ({ active }) => active, Dialog: Switch(false) },
    { label: 'Reactivate', isFor: ({ active }) => !active, Dialog: Switch(true) },
  ];
  return { Add, acts };
}

interface OfList {
  readonly list: ManagedList;
}

/** The form's values: texts by the names of the values. */
type Typed = { name: string; reason: string } & Record<string, string>;

const labelsOf = ({ of }: ManagedList): Readonly<Record<string, string>> => ({ name: 'Name', ...of.labels });
const namesOf = (list: ManagedList): readonly string[] => Object.keys(labelsOf(list));
const valuesOf = (list: ManagedList, row: Row): Values =>
  Object.fromEntries(namesOf(list).map((name) => [name, row[name]])) as Values;
const typedOf = (values: Partial<Values>, list: ManagedList) =>
  Object.fromEntries(namesOf(list).map((name) => [name, values[name] ?? ''])) as Omit<Typed, 'reason'>;

/** The values of an entry, and whether it is active. */
type Shown = Readonly<Record<string, string | boolean | null>>;

const watchesOf = (list: ManagedList, { id }: Row) =>
  watching<Shown>({
    area: list.of.area,
    isIt: { id },
    valuesAfter: ({ type, data }) =>
      /(De|Re)activated$/.test(type) ? { active: type.endsWith('Reactivated') } : { ...data },
    labels: { ...labelsOf(list), active: 'State' },
    inWords: (name, values) =>
      typeof values[name] === 'boolean' ? STATES[`${values[name]}`] : (values[name] ?? 'none'),
  });

const EntryFields = ({ list }: OfList) => (
  <>
    {Object.entries(labelsOf(list)).map(([name, label]) => (
      <BoundText
        key={name}
        name={name}
        label={label}
        help={(list.help as Partial<Record<string, string>>)[name]}
        {...(name === 'name' && { autoFocus: true, required: true })}
      />
    ))}
    <ReasonField />
  </>
);

function AddEntry({ list, onClose }: OfList & { readonly onClose: () => void }) {
  const { path } = list;
  const { one, category } = list.of;
  return (
    <CommandDialog
      endpoint={`POST ${path}`}
      form={useNewEntry(list)}
      request={(body) => ({ body: body as never })}
      doneWords={({ body: { name } }) => `${name} added`}
      reads={[[category]]}
      title={`New ${one}`}
      submitLabel="Add"
      errorTitle={`The ${one} was not added`}
      onClose={onClose}
    >
      <EntryFields list={list} />
    </CommandDialog>
  );
}

const useNewEntry = (list: ManagedList) =>
  useForm<Typed>({
    defaultValues: { ...typedOf({}, list), reason: '' } as Typed,
    resolver: schemaResolver(list.addBody) as never,
  });

function ChangeEntry({ list, row, onClose }: OfList & RowDialogProps<Row>) {
  const { path, whenChanged } = list;
  const { one, category } = list.of;
  return (
    <CommandDialog
      {...useEntry(list, row)}
      watches={watchesOf(list, row)}
      endpoint={`POST ${path}/{id}`}
      request={(body) => ({ params: { id: row.id }, body: body as never })}
      doneWords={`${row.name} changed`}
      reads={[[category]]}
      title={`Change ${one}: ${row.name}`}
      about={whenChanged}
      submitLabel="Save"
      errorTitle={`The ${one} was not changed`}
      onClose={onClose}
    >
      <EntryFields list={list} />
    </CommandDialog>
  );
}

const useEntry = (list: ManagedList, row: Row) =>
  useReplacing({
    present: valuesOf(list, row),
    // Each value is saved separately, so a change of another one does not refuse the command.
    savedSeparately: namesOf(list) as never,
    typedOf: (values) => typedOf(values, list),
    schema: list.changeBody as never,
  });

function SwitchEntry({ list, row, to, onClose }: OfList & RowDialogProps<Row> & { readonly to: boolean }) {
  const { path, whenDeactivated, whenReactivated } = list;
  const { one, category } = list.of;
  const act = to ? 'Reactivate' : 'Deactivate';
  return (
    <ReasonCommandDialog
      watches={watchesOf(list, row)}
      present={{ ...valuesOf(list, row), active: row.active }}
      endpoint={to ? `POST ${path}/{id}/reactivate` : `POST ${path}/{id}/deactivate`}
      request={(body, seen) => ({ params: { id: row.id }, body: { ...body, seen: seen as never } })}
      doneWords={`${row.name} ${act.toLowerCase()}d`}
      reads={[[category]]}
      title={`${act} ${one}: ${row.name}`}
      about={to ? whenReactivated : whenDeactivated}
      submitLabel={act}
      submitColor={to ? 'primary' : 'error'}
      errorTitle={`The ${one} was not ${act.toLowerCase()}d`}
      onClose={onClose}
    />
  );
}
