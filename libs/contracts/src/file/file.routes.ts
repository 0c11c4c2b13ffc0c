import { z } from 'zod';
import { readQuery } from '../envelope.contract.js';
import {
  changeFileTypeBody,
  fileEntry,
  fileId,
  fileLink,
  generateAnswer,
  uploadAnswer,
  uploadedFileName,
  uploadedFileType,
} from './file.contract.js';
import { caseId, referralId } from '../referral/referral.contract.js';
import { readAsOfQuery } from '../history/as-of.contract.js';
import { route } from '../route/route.js';

const HIDDEN = { 404: ['referral/not-found', 'recertification/not-found'] } as const;
/** Also open to the browser that has just submitted the order without a sign-in, which proves it with a cookie. */
const HIDDEN_WITHOUT_PASS = { ...HIDDEN, 401: ['identity/sign-in-required'] } as const;

export const fileRoutes = {
  list: route('GET /pdf/referral/{id}/files', {
    summary: 'Files of the referral or the recertification.',
    who: 'signedIn',
    params: { id: caseId },
    query: readAsOfQuery,
    answer: z.array(fileEntry),
    refusals: HIDDEN,
  }),
  upload: route('POST /pdf/referral/{id}/upload/fileName/{name}', {
    summary:
      'Attach a PDF of at most 2 MB. It can be downloaded after it has been checked. Also for the browser that has just submitted the referral.',
    who: 'anyone',
    params: { id: caseId, name: uploadedFileName },
    query: readQuery.extend({ fileType: uploadedFileType }),
    upload: {
      type: 'multipart/form-data',
      form: z.object({ file: z.string().meta({ format: 'binary' }), userId: z.string().optional() }),
    },
    answer: uploadAnswer,
    status: 201,
    idempotent: true,
    meanwhile: 'addition',
    refusals: {
      ...HIDDEN_WITHOUT_PASS,
      409: ['file/name-taken', 'file/too-many'],
      413: ['file/too-big'],
      415: ['file/type-not-supported'],
    },
  }),
  changeType: route('POST /pdf/referral/{id}/file/{fileId}/type', {
    summary: 'Change the type of an uploaded file. Staff change any, others those that they uploaded.',
    who: 'signedIn',
    params: { id: caseId, fileId },
    body: changeFileTypeBody,
    answer: z.null(),
    idempotent: true,
    meanwhile: 'seen',
    refusals: {
      ...HIDDEN,
      409: ['file/not-found', 'file/not-uploaded', 'file/not-the-uploader', 'file/refused', 'file/changed-meanwhile'],
    },
  }),
  link: route('GET /pdf/referral/{id}/file/{fileId}', {
    summary: 'A link to the file, valid for one minute.',
    who: 'signedIn',
    params: { id: caseId, fileId },
    query: readQuery,
    answer: fileLink,
    refusals: { 404: [...HIDDEN[404], 'file/not-found'], 409: ['file/not-as-stored'] },
  }),
  readSubmissionPdf: route('GET /pdf/referral/{id}/generate', {
    summary:
      'Whether the submission PDF, which is generated once for every referral, exists yet. Also for the browser that has just submitted it.',
    who: 'anyone',
    params: { id: referralId },
    query: readQuery,
    answer: generateAnswer,
    refusals: HIDDEN_WITHOUT_PASS,
  }),
  fetch: route('GET /files/{token}', {
    summary: 'The file of a signed link, as an attachment.',
    who: 'anyone',
    params: { token: z.string() },
    answer: 'pdf',
    refusals: { 404: ['file/link-expired'], 409: ['file/not-as-stored'] },
  }),
} as const;
