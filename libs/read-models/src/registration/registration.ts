import type { Recorded, RegistrationEvent } from '@throughline/domain';
import type { Insertable } from 'kysely';
import type { Projection, Timestamp } from '../projecting/projection.js';

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

/** Requests for accounts. The sweeper uses it to find those that are not settled. */
export const registrationProjection: Projection<Row, Row> = {
  name: 'registration',
  version: 1,
  categories: ['registration'],
  evolve: (row, recorded) => {
    const event = recorded as Recorded<RegistrationEvent>;
    switch (event.type) {
      case 'AccountRequested': {
        const { registrationId, requestedAt } = event.data;
        return { registration_id: registrationId, requested_at: requestedAt, outcome: null };
      }
      case 'AccountRequestSettled':
        return row && { ...row, outcome: event.data.outcome };
    }
  },
  table: {
    key: 'registration_id',
    columns: { registration_id: 'text', requested_at: 'timestamptz', outcome: 'text' },
    indexes: (table) => [`on ${table} (requested_at) where outcome is null`],
  },
  rows: (row) => [row],
};
