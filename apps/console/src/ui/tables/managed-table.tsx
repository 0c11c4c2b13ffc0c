import type { ExampledEndpoint } from '@throughline/contracts';
import { ADMINISTRATION, type AdminCategory } from '@throughline/domain';
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

export interface ManagedList {
  /** The noun in lower case and in the singular; an `s` makes the plural. */
  readonly noun: string;
  /** The category of the streams, which names the area of the audit. Also the query key. */
  readonly category: AdminCategory;
  /** The path of the routes, for example `/carriers`. */
  readonly path: ManagedPath;
  readonly about: string;
  /** Shown if there are no entries. */
  readonly empty: string;
  /** Fields beside the name. */
  readonly fields: Readonly<Record<string, { readonly label: string; readonly help: string }>>;
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
  const { noun, category, path, about, empty, fields } = list;
  const Nouns = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}s`;
  const read = useQuery({
    queryKey: [category],
    queryFn: async ({ signal }): Promise<readonly Row[]> => call(`GET ${path}`, {}, { signal }),
    refetchInterval: READ_AGAIN_MS,
  });
  const dialogs = useMemo(() => dialogsOf(list), [list]);
  const columns = useMemo(
    (): readonly DataColumn<Row>[] => [
      { id: 'name', header: 'Name', title: true, width: '20%', cell: ({ name }) => name },
      ...Object.entries(fields).map(([id, { label }]) => ({
        id,
        header: label,
        cell: (row: Row) => (
          <span style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>{(row[id] as string | null) ?? 'None'}</span>
        ),
      })),
      { id: 'state', header: 'State', width: '130px', cell: ({ active }) => STATES[`${active}`] },
    ],
    [fields],
  );
  return (
    <ReadState read={read} failed={`Failed to load ${noun}s`} loading={`${Nouns} are loading`}>
      {(rows) => (
        <AdminTable
          caption={Nouns}
          about={about}
          create={{ label: `New ${noun}`, Dialog: dialogs.Add }}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          acts={dialogs.acts}
          actsWidth="210px"
          empty={{ title: `No ${noun}s`, words: empty }}
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

const namesOf = ({ fields }: ManagedList): readonly string[] => ['name', ...Object.keys(fields)];
const valuesOf = (list: ManagedList, row: Row): Values =>
  Object.fromEntries(namesOf(list).map((name) => [name, row[name]])) as Values;
const typedOf = (values: Partial<Values>, list: ManagedList) =>
  Object.fromEntries(namesOf(list).map((name) => [name, values[name] ?? ''])) as Omit<Typed, 'reason'>;

/** The values of an entry, and whether it is active. */
type Shown = Readonly<Record<string, string | boolean | null>>;

const watchesOf = ({ category, fields }: ManagedList, { id }: Row) =>
  watching<Shown>({
    area: ADMINISTRATION[category].area,
    isIt: { id },
    valuesAfter: ({ type, data }) =>
      /(De|Re)activated$/.test(type) ? { active: type.endsWith('Reactivated') } : { ...data },
    labels: {
      name: 'Name',
      active: 'State',
      ...Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label])),
    },
    inWords: (name, values) =>
      typeof values[name] === 'boolean' ? STATES[`${values[name]}`] : (values[name] ?? 'none'),
  });

const EntryFields = ({ list }: OfList) => (
  <>
    {namesOf(list).map((name) => (
      <BoundText
        key={name}
        name={name}
        label={list.fields[name]?.label ?? 'Name'}
        help={list.fields[name]?.help}
        {...(name === 'name' && { autoFocus: true, required: true })}
      />
    ))}
    <ReasonField />
  </>
);

function AddEntry({ list, onClose }: OfList & { readonly onClose: () => void }) {
  const { noun, path, category } = list;
  return (
    <CommandDialog
      endpoint={`POST ${path}`}
      form={useNewEntry(list)}
      request={(body) => ({ body: body as never })}
      doneWords={({ body: { name } }) => `${name} added`}
      reads={[[category]]}
      title={`New ${noun}`}
      submitLabel="Add"
      errorTitle={`The ${noun} was not added`}
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
  const { noun, path, category, whenChanged } = list;
  return (
    <CommandDialog
      {...useEntry(list, row)}
      watches={watchesOf(list, row)}
      endpoint={`POST ${path}/{id}`}
      request={(body) => ({ params: { id: row.id }, body: body as never })}
      doneWords={`${row.name} changed`}
      reads={[[category]]}
      title={`Change ${noun}: ${row.name}`}
      about={whenChanged}
      submitLabel="Save"
      errorTitle={`The ${noun} was not changed`}
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
    beside: namesOf(list) as never,
    typedOf: (values) => typedOf(values, list),
    schema: list.changeBody as never,
  });

function SwitchEntry({ list, row, to, onClose }: OfList & RowDialogProps<Row> & { readonly to: boolean }) {
  const { noun, path, category, whenDeactivated, whenReactivated } = list;
  const act = to ? 'Reactivate' : 'Deactivate';
  return (
    <ReasonCommandDialog
      watches={watchesOf(list, row)}
      present={{ ...valuesOf(list, row), active: row.active }}
      endpoint={to ? `POST ${path}/{id}/reactivate` : `POST ${path}/{id}/deactivate`}
      request={(body, seen) => ({ params: { id: row.id }, body: { ...body, seen: seen as never } })}
      doneWords={`${row.name} ${act.toLowerCase()}d`}
      reads={[[category]]}
      title={`${act} ${noun}: ${row.name}`}
      about={to ? whenReactivated : whenDeactivated}
      submitLabel={act}
      submitColor={to ? 'primary' : 'error'}
      errorTitle={`The ${noun} was not ${act.toLowerCase()}d`}
      onClose={onClose}
    />
  );
}
