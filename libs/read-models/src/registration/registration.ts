import type { RegistrationEvent } from '@throughline/domain';
import type { Insertable } from 'kysely';
import { rowPerEntity, type Timestamp } from '../projecting/projection.js';

export interface RegistrationTable {
  registration_id: string;
  requested_at: Timestamp;
  /** Null until the worker has settled it. */
  outcome: string | null;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    registration: RegistrationTable;
  }
}

type Row = Insertable<RegistrationTable>;

/** The accounts that were asked for. The sweeper finds with it those that are not settled. */
export const registrationProjection = rowPerEntity<Row, RegistrationEvent>({
  name: 'registration',
  version: 1,
  categories: ['registration'],
  evolve: (row, event) => {
    switch (event.type) {
      case 'AccountRequested': {
        const { registrationId, requestedAt } = event.data;
        return { registration_id: registrationId, requested_at: requestedAt, outcome: null };
      }
      case 'AccountRequestSettled':
        return row && { ...row, outcome: event.data.outcome };
    }
  },
  key: 'registration_id',
  columns: { registration_id: 'text', requested_at: 'timestamptz', outcome: 'text' },
  indexes: (table) => [`on ${table} (requested_at) where outcome is null`],
});
