import type { AdminAct } from '@throughline/contracts';
import type { AdminArea } from '@throughline/domain';
import type { ReactNode } from 'react';
import { adminActsOn, type SettingAct } from './acts.js';
import { ChangedMeanwhile } from './changed-meanwhile.js';
import type { ReplacingCommand, Revision } from './use-replacing.js';

/** How a dialog describes changes of its subject, which is something that administrators manage apart from accounts. */
export interface Watches<Values extends object> {
  /** Where the audit lists the acts on the subject. */
  readonly area: AdminArea;
  /** What every event on the subject states and no other event does, for example its id. */
  readonly isIt: Readonly<Record<string, unknown>>;
  /** The values that an event on the subject sets; null if it sets none. */
  readonly valuesAfter: (event: AdminAct['event']) => SettingAct['values'] | null;
  readonly labels: Readonly<Record<keyof Values & string, string>>;
  /** The words of a value that does not read as it is stored. */
  readonly inWords?: (name: keyof Values & string, values: Values) => string | undefined;
}

/** Renders the changes of a subject. A frame takes it as a function, so that dialogs without one do not load the notice. */
export type Watching<Values extends object> = (changes: Changes<Values>) => ReactNode;

/** The `watches` of a dialog. */
export const watching =
  <Values extends object>(watches: Watches<Values>): Watching<Values> =>
  (changes) => <Watched {...watches} {...changes} />;

interface Changes<Values extends object> {
  readonly revision: Revision<Values>;
  readonly command: ReplacingCommand;
  /** False: the command replaces nothing, so there is nothing to take over. */
  readonly takesOver: boolean;
}

function Watched<Values extends object>(props: Watches<Values> & Changes<Values>) {
  const { area, isIt, labels, inWords = () => undefined, revision, command, takesOver } = props;
  const acts = adminActsOn({ search: area }, (event) => valuesOnSubject(props, event));
  return (
    <ChangedMeanwhile
      revision={revision}
      acts={{ ...acts, key: [...acts.key, isIt] }}
      inWords={(name, values) => [labels[name], inWords(name, values) ?? asStored(values[name])]}
      isPending={command.isPending}
      {...(takesOver && { command })}
    />
  );
}

/** The values that an event sets on the subject; null if it is on another one of the area, or sets none. */
export function valuesOnSubject(
  { isIt, valuesAfter }: Pick<Watches<never>, 'isIt' | 'valuesAfter'>,
  event: AdminAct['event'],
): SettingAct['values'] | null {
  const isOnSubject = Object.entries(isIt).every(([name, value]) => valueIn(event.data, name) === value);
  return isOnSubject ? valuesAfter(event) : null;
}

const valueIn = (data: object, name: string) => (data as Readonly<Record<string, unknown>>)[name];

function asStored(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return (Array.isArray(value) ? value.join(', ') : String(value ?? '')) || 'nothing';
}
