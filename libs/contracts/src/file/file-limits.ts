/* Limits and messages for files. This file has no schemas, so that screens load it without zod. */

export const FILES_PAGE_SIZE = 5;

/** Bytes of an uploaded file (ordering specification, section 5). */
export const MAX_UPLOAD_BYTES = 2 * 1024 * 1024;
export const TOO_BIG = 'File size is too big';
export const NOT_A_PDF = 'File type is not supported';

/** Bytes of a file of eligible members: several times the size of a million members. */
export const MAX_MEMBERS_FILE_BYTES = 256 * 1024 * 1024;
export const MEMBERS_FILE_TYPE = 'text/csv';

/** The maximum size of an uploaded catalogue in bytes, and in lines: one event contains all of it. */
export const MAX_CATALOGUE_FILE_BYTES = 256 * 1024;
export const MAX_CATALOGUE_LINES = 3_000;
export const CATALOGUE_FILE_TYPE = 'text/csv';
