import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { type Endpoint, type ExampledEndpoint } from '@throughline/contracts';
import { emailOf, PEOPLE } from '../../testing/api-under-test.js';
import { PENDING_USER } from '../../testing/identity-stand-in.js';
import {
  id,
  type Row,
  referral,
  ticket,
  NEWS,
  BANNER,
  view,
  reason,
  BEN,
  hidden,
  CATALOGUE,
  noMessage,
  noFailure,
  aForm,
  aRegistrant,
  aUser,
  NO_RIGHTS,
} from './called-api.testing.js';

/** No worker of the specs signs. */
const NO_FILE = [401, 401, 403, 403, 403, 403, 404, 404] as const;
const NO_TREE = { 404: 'There is no such file of the tree over the log.' };

/** Catalogue, benefits, files, people, messages and all that is no part of a referral. */
export const ACCOUNT_ROWS = {
  'POST /items': [{ body: { state: 'TX' } }, [200, 401, 200, 200, 200, 200, 200, 200]],
  'POST /items/offered': [{ body: { catalogueIds: ['pads'] } }, [200, 401, 200, 200, 200, 200, 200, 200]],
  'GET /catalogue/words': [{}, [200, 401, 200, 200, 200, 200, 200, 200]],
  'GET /catalogue/versions': [{}, [401, 401, 403, 403, 403, 403, 403, 200]],
  'POST /catalogue/check': [
    { file: new Blob([CATALOGUE]), type: 'text/csv' },
    [401, 401, 403, 403, 403, 403, 403, 200],
  ],
  'POST /catalogue/versions': [
    {
      query: { fileName: 'winter.csv', reason, activatesAt: '2099-01-04T06:00:00Z' },
      file: new Blob([CATALOGUE]),
      type: 'text/csv',
    },
    [401, 401, 403, 403, 403, 403, 403, 201],
  ],
  'POST /catalogue/versions/{id}/cancel': [
    { params: { id: randomUUID() }, body: { reason } },
    [401, 401, 403, 403, 403, 403, 403, 409],
    { 409: 'There is no such version of the catalogue.' },
  ],
  'GET /catalogue/export': [{}, [401, 401, 403, 403, 403, 403, 403, 200]],
  'GET /companies': [{}, [200, 401, 200, 200, 200, 200, 200, 200]],
  'POST /eligible-patients/look-up': [
    { body: { medicaidId: 'VA1', dateOfBirth: '1996-05-04', companyId: 40 } },
    [404, 401, 404, 404, 404, 404, 404, 404],
    { 404: 'Member not found or member is not eligible for the reward.' },
  ],
  'POST /eligible-patients/redeem': [
    { body: { eligiblePatientId: ticket, referralId: id } },
    [404, 401, 404, 404, 404, 404, 404, 404],
    hidden,
  ],
  'GET /eligible-patients/imports': [{}, [401, 401, 403, 403, 403, 403, 403, 200]],
  'POST /eligible-patients/imports': [
    {
      query: { fileName: 'members.csv', reason: 'New' },
      file: new Blob(['medicaid_id,date_of_birth\n']),
      type: 'text/csv',
    },
    [401, 401, 403, 403, 403, 403, 403, 201],
  ],
  'POST /eligible-patients/imports/{id}/cancel': [
    { params: { id: randomUUID() }, body: { reason: 'Wrong' } },
    [401, 401, 403, 403, 403, 403, 403, 409],
    { 409: 'There is no such import.' },
  ],
  'GET /pdf/referral/{id}/files': [referral, [401, 401, 404, 200, 200, 200, 200, 200], hidden],
  'POST /pdf/referral/{id}/upload/fileName/{name}': [
    { params: { id, name: 'chart.pdf' }, form: aForm() },
    [401, 401, 404, 201, 201, 201, 201, 201],
    hidden,
  ],
  'POST /pdf/referral/{id}/file/{fileId}/type': [
    { params: { id, fileId: 1 }, body: { fileType: 'CMN', previousType: 'Other' } },
    [401, 401, 404, 409, 409, 409, 409, 409],
    { ...hidden, 409: 'This file was made by the portal. It stays as it is.' },
  ],
  'GET /pdf/referral/{id}/file/{fileId}': [
    { params: { id, fileId: 1 } },
    [401, 401, 404, 200, 200, 200, 200, 200],
    hidden,
  ],
  'GET /pdf/referral/{id}/generate': [referral, [401, 401, 404, 200, 200, 200, 200, 200], hidden],
  'GET /files/{token}': [
    { params: { token: 'no-link' } },
    [404, 401, 404, 404, 404, 404, 404, 404],
    { 404: 'This link has expired. Please open the file again.' },
  ],
  'GET /users/user/email/{email}': [
    { params: { email: emailOf(PEOPLE.referrer) } },
    [401, 401, 404, 200, 200, 200, 404, 200],
    { 404: 'This user was not found.' },
  ],
  'GET /users/user/views': [{ query: { screen: 'referrals' } }, [401, 401, 200, 200, 200, 200, 200, 200]],
  'POST /users/user/views': [{ body: view }, [401, 401, 200, 200, 200, 200, 200, 200]],
  'POST /users/user/views/remove': [
    { body: { screen: view.screen, name: view.name } },
    [401, 401, 200, 200, 200, 200, 200, 200],
  ],
  'POST /users/user/dismissed-update': [{ body: { updateId: 'new' } }, [401, 401, 200, 200, 200, 200, 200, 200]],
  'POST /users/user/dismissed-file': [
    { body: { referralId: id, fileId: 1, isDismissed: true } },
    [401, 401, 404, 200, 200, 200, 200, 200],
    hidden,
  ],
  'POST /users/user/language': [{ body: { language: 'es' } }, [401, 401, 200, 200, 200, 200, 200, 200]],
  'POST /users/user/notification-settings': [{ body: { note: 'none' } }, [401, 401, 200, 200, 200, 200, 200, 200]],
  'GET /users/user/sessions': [{}, [401, 401, 503, 503, 503, 503, 503, 503]],
  'POST /users/user/sessions/end': [{ body: { sessionId: null } }, [401, 401, 503, 503, 503, 503, 503, 503]],
  'GET /users': [{}, [401, 401, 403, 403, 200, 403, 403, 200]],
  'GET /users/user/{id}': [
    { params: { id: PEOPLE.referrer.userId } },
    [401, 401, 404, 200, 200, 200, 404, 200],
    { 404: 'This user was not found.' },
  ],
  'GET /users/groups/{id}': [
    { params: { id: PEOPLE.referrer.userId } },
    [401, 401, 404, 200, 200, 200, 404, 200],
    { 404: 'This user was not found.' },
  ],
  'GET /tlog': [{}, [401, 401, 403, 403, 403, 403, 200, 200]],
  'GET /tlog/checkpoint': [{}, NO_FILE, NO_TREE],
  'GET /tlog/tile/{path}': [{ params: { path: '0/000' } }, NO_FILE, NO_TREE],
  'GET /tlog/access-log/checkpoint': [{}, NO_FILE, NO_TREE],
  'GET /tlog/access-log/tile/{path}': [{ params: { path: '0/000' } }, NO_FILE, NO_TREE],
  'GET /acts': [{}, [401, 401, 403, 403, 403, 403, 200, 200]],
  'POST /okta/create': [
    { body: { ...aRegistrant, company: 26 } },
    [200, 401, 200, 200, 409, 200, 200, 200],
    { 409: 'You can invite people to your own company only.' },
  ],
  'POST /users/user/{id}/profile': [
    { ...aUser, body: { ...BEN, seen: BEN, reason } },
    [401, 401, 403, 403, 403, 403, 403, 200],
  ],
  'POST /users/user/{id}/groups': [
    { ...aUser, body: { groups: [], seen: { groups: [], companyId: 12, active: true }, reason } },
    [401, 401, 403, 403, 403, 403, 403, 200],
  ],
  'POST /users/user/{id}/role': [
    { ...aUser, body: { ...NO_RIGHTS, seen: { ...NO_RIGHTS, companyId: 12, active: true }, reason } },
    [401, 401, 403, 403, 403, 403, 403, 200],
  ],
  'POST /users/user/{id}/company': [
    {
      ...aUser,
      body: {
        companyId: 12,
        seen: { companyId: 12, claimedCompanyId: null, groups: [], active: true, ...NO_RIGHTS },
        reason,
      },
    },
    [401, 401, 403, 403, 403, 403, 403, 200],
  ],
  'POST /users/user/{id}/deactivate': [
    { ...aUser, body: { seen: { switches: 0, ...NO_RIGHTS, groups: [], companyId: 12 }, reason } },
    [401, 401, 403, 403, 200, 403, 403, 409],
    { 409: expect.stringMatching(/^Hal Nez changed the same on .+\. Nothing was saved\.$/) },
  ],
  'POST /users/user/{id}/reactivate': [
    { ...aUser, body: { seen: { switches: 1, ...NO_RIGHTS, groups: [], companyId: 12 }, reason } },
    [401, 401, 403, 403, 403, 403, 403, 200],
  ],
  'POST /users/user/{id}/sign-in': [
    { ...aUser, body: { act: 'unlock', reason } },
    [401, 401, 403, 403, 403, 403, 403, 200],
  ],
  'POST /okta/reset-password': [
    { body: { stateToken: 'none', newPassword: 'Throughline1!' } },
    [200, 401, 200, 200, 200, 200, 200, 200],
  ],
  'POST /help/create': [
    { body: { type: 'Other', lastName: 'R', firstName: 'A', email: 'a', description: 'D' } },
    [201, 401, 201, 201, 201, 201, 201, 201],
  ],
  'POST /contact/create': [
    { body: { lastName: 'R', firstName: 'A', email: 'a@plan.example', subject: 'S', message: 'M' } },
    [201, 401, 201, 201, 201, 201, 201, 201],
  ],
  'GET /messages': [{}, [401, 401, 403, 403, 403, 200, 200, 200]],
  'POST /messages/{id}/answer': [
    { params: { id: '1' }, body: { text: 'A' } },
    [401, 401, 403, 403, 403, 409, 403, 409],
    noMessage,
  ],
  'POST /messages/{id}/close': [
    { params: { id: '1' }, body: { reason: 'A' } },
    [401, 401, 403, 403, 403, 409, 403, 409],
    noMessage,
  ],
  'POST /messages/{id}/reopen': [
    { params: { id: '1' }, body: { seen: { settledAt: '2026-11-27T15:00:00.000Z' } } },
    [401, 401, 403, 403, 403, 409, 403, 409],
    noMessage,
  ],
  'GET /messages/answer/{token}': [
    { params: { token: 'none' } },
    [404, 401, 404, 404, 404, 404, 404, 404],
    { 404: 'This answer was not found.' },
  ],
  'GET /banners': [{}, [200, 401, 200, 200, 200, 200, 200, 200]],
  'GET /banners/planned': [{}, [401, 401, 403, 403, 403, 403, 403, 200]],
  'POST /banners/{bannerId}/switch-on': [
    { params: { bannerId: 'update' }, body: BANNER },
    [401, 401, 403, 403, 403, 403, 403, 200],
  ],
  'POST /banners/{bannerId}/switch-off': [
    { params: { bannerId: 'update' }, body: { seen: NEWS, reason: 'Done' } },
    [401, 401, 403, 403, 403, 403, 403, 200],
  ],
  'GET /failures': [{}, [401, 401, 403, 403, 403, 403, 403, 200]],
  'POST /failures/retry': [{ body: { key: 'job/none', reason } }, [401, 401, 403, 403, 403, 403, 403, 404], noFailure],
  'POST /failures/discard': [
    { body: { key: 'job/none', reason } },
    [401, 401, 403, 403, 403, 403, 403, 404],
    noFailure,
  ],
  'POST /okta/change-password': [
    { body: { stateToken: 'none', oldPassword: 'old', newPassword: 'Throughline1!' } },
    [200, 401, 200, 200, 200, 200, 200, 200],
  ],
  'POST /okta/factors/{factorId}/verify': [
    { params: { factorId: 'sms1' }, body: { stateToken: 'none' } },
    [200, 401, 200, 200, 200, 200, 200, 200],
  ],
  'POST /okta/users/{userId}/factors/enroll': [
    { params: { userId: PENDING_USER }, body: { stateToken: 'none', phone: '6025550182' } },
    [200, 401, 200, 200, 200, 200, 200, 200],
  ],
  'POST /okta/users/{userId}/factors/{factorId}/activate': [
    { params: { userId: PENDING_USER, factorId: 'sms1' }, body: { stateToken: 'none', passCode: '123456' } },
    [200, 401, 200, 200, 200, 200, 200, 200],
  ],
  'GET /config': [{}, [200, 401, 200, 200, 200, 200, 200, 200]],
  'GET /health/live': [{}, [200, 401, 200, 200, 200, 200, 200, 200]],
  'GET /health/ready': [{}, [200, 401, 200, 200, 200, 200, 200, 200]],
} satisfies { readonly [E in Exclude<Endpoint, ExampledEndpoint>]?: Row<E> };
