import { AGES, NOBODY, type QueueFilter, COMPLETED_DAYS, US_STATES } from '@throughline/contracts';
import { dayOf, DEPARTMENTS, QUEUE_STEPS, SUB_DEPARTMENTS, TASK_NAMES, taskRow } from '@throughline/domain';
import { useQuery } from '@tanstack/react-query';
import { assigneesQuery } from '../../../../api/assignees.js';
import { shortDay } from '../../../../ui/words/calendar.js';
import { ChoiceMenu, type ChoiceMenuProps } from '../../../../ui/choice-menu.js';
import type { Choice } from '../../../../ui/fields/choice/choices.js';
import { useNow } from '../../../../ui/use-clock.js';

interface FilterMenuProps extends Omit<ChoiceMenuProps, 'choices'> {
  readonly filter: QueueFilter;
}

/** The menu of a queue filter. Loaded when opened. */
export function FilterMenu({ filter, ...menu }: FilterMenuProps) {
  return <ChoiceMenu {...menu} choices={useChoices(filter)} />;
}

/** The names of the people who are chosen in the filter by assignee. Loaded when there are any. */
export function PeopleNames({ userIds }: { readonly userIds: readonly string[] }) {
  const people = useChoices('assignee');
  return userIds.map((userId) => people.find(({ value }) => value === userId)?.label ?? 'Unknown').join(', ');
}

const same = (value: string): Choice => ({ value, label: value });

const CHOICES: Readonly<Partial<Record<QueueFilter, readonly Choice[]>>> = {
  department: DEPARTMENTS.map(same),
  category: SUB_DEPARTMENTS.map(same),
  task: TASK_NAMES.map(same),
  status: [...new Set<string>(TASK_NAMES.map((task) => taskRow(task).status))].map(same),
  step: QUEUE_STEPS.map(same),
  state: Object.entries(US_STATES).map(([code, name]) => ({ value: code, label: `${code} · ${name}` })),
  age: AGES.map(({ age }) => same(age)),
};

const DAY_MS = 86_400_000;

function useChoices(filter: QueueFilter): readonly Choice[] {
  const people = useQuery({ ...assigneesQuery, enabled: filter === 'assignee' });
  const now = useNow();
  if (filter === 'assignee') {
    const named = (people.data ?? []).map(({ userId, name }) => ({ value: userId, label: name }));
    return [{ value: NOBODY, label: 'Nobody' }, ...named];
  }
  if (filter === 'completed') {
    const today = Date.parse(dayOf(new Date(now).toISOString()));
    const days = Array.from({ length: COMPLETED_DAYS }, (_, ago) => today - ago * DAY_MS);
    return days.map((day) => ({
      value: new Date(day).toISOString().slice(0, 10),
      label: shortDay(day, today, 'UTC'),
    }));
  }
  return CHOICES[filter] ?? [];
}
