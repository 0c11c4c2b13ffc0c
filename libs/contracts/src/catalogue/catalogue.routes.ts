import { z } from 'zod';
import {
  catalogueVersionId,
  catalogueVersions,
  checkedCatalogue,
  company,
  exportCatalogueQuery,
  itemsByCategory,
  listItemsBody,
  offeredItemsBody,
  planCatalogueQuery,
} from './catalogue.contract.js';
import { readQuery } from '../envelope.contract.js';
import { reasonBody } from '../order/fields.js';
import { route } from '../route/route.js';

export const catalogueRoutes = {
  /** This is a read, although it is a POST: nothing is written. */
  listItems: route('POST /items', {
    summary: "Items that a member in this state may order. Fails with 'Member state required' without a state.",
    meanwhile: 'nothing',
    who: 'anyone',
    body: listItemsBody,
    answer: itemsByCategory,
  }),
  /** A read as well. */
  listOffered: route('POST /items/offered', {
    summary: 'Which of these items can be ordered in some state: the others are not offered any more.',
    meanwhile: 'nothing',
    who: 'anyone',
    body: offeredItemsBody,
    answer: z.array(z.string()),
  }),
  /** The names of all items, also of those that some may not order: they stand in referrals that others see. */
  listWords: route('GET /catalogue/words', {
    summary: 'The names, descriptions and options that the catalogue has in Spanish, by their English.',
    who: 'anyone',
    answer: z.record(z.string(), z.string()),
  }),
  listCompanies: route('GET /companies', { summary: 'Companies.', who: 'anyone', answer: z.array(company) }),
  listVersions: route('GET /catalogue/versions', {
    summary: 'Admin: the versions of the catalogue, newest first: who planned each, when and why, and which is active.',
    who: 'administers',
    query: readQuery,
    answer: catalogueVersions,
  }),
  /** This is a read, although it is a POST: nothing is written. */
  checkVersion: route('POST /catalogue/check', {
    summary: 'Admin: the faults of a catalogue, which is the body, or its difference from the active one.',
    meanwhile: 'nothing',
    who: 'administers',
    upload: { type: 'text/csv' },
    answer: checkedCatalogue,
  }),
  planVersion: route('POST /catalogue/versions', {
    summary: 'Admin: activate a catalogue, which is the body, at once or at a time. Returns the id of the version.',
    who: 'administers',
    query: planCatalogueQuery,
    upload: { type: 'text/csv' },
    answer: catalogueVersionId,
    status: 201,
    idempotent: 'by-stream',
    meanwhile: 'seen',
    refusals: {
      400: ['catalogue/faulty-file'],
      409: ['catalogue/compared-with-another', 'catalogue/no-change', 'catalogue/time-over'],
    },
  }),
  cancelVersion: route('POST /catalogue/versions/{id}/cancel', {
    summary: 'Admin: cancel a version of the catalogue before its time.',
    who: 'administers',
    params: { id: catalogueVersionId },
    body: reasonBody,
    answer: z.null(),
    idempotent: true,
    meanwhile: 'step',
    refusals: { 409: ['catalogue/activated', 'catalogue/not-found', 'catalogue/not-planned'] },
  }),
  exportVersion: route('GET /catalogue/export', {
    summary: 'Admin: the active catalogue, or a version of it, as a CSV file that can be uploaded again.',
    who: 'administers',
    query: exportCatalogueQuery,
    answer: 'csv',
    refusals: { 404: ['catalogue/not-found'] },
  }),
} as const;
