import type { TaskQueueRow } from '@throughline/contracts';

export const aRow = (of: Partial<TaskQueueRow> = {}): TaskQueueRow => ({
  taskId: '26325-1',
  referralId: '26325',
  task: 'Patient Contact 1st',
  department: 'Intake',
  categories: ['Breast Pump'],
  memberLastName: 'Ruiz',
  memberFirstName: 'Maria',
  memberState: 'AZ',
  items: [{ id: 1, item: 'Breast pump', qty: 1 }],
  caseOpenedAt: '2026-11-18T15:00:00Z',
  stepSince: '2026-11-19T15:00:00Z',
  openedAt: '2026-11-19T15:00:00Z',
  dueAt: '2026-11-20T06:00:00Z',
  fellDue: false,
  assignee: null,
  completedAt: null,
  ...of,
});
