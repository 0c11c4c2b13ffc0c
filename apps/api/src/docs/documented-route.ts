import { z } from 'zod';

/** A route as the documentation tells it. */
export interface DocumentedRoute {
  readonly method: 'get' | 'post';
  /** With `{parameters}`, under /api. */
  readonly path: string;
  readonly summary: string;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** A body that is `multipart/form-data`. */
  readonly form?: z.ZodType;
  /** What the envelope carries; a file is sent without one. */
  readonly data: z.ZodType | 'file';
  /** A command's: 201 where something new came to be. */
  readonly written?: 200 | 201;
  /** Needs no sign-in. */
  readonly open?: true;
}

/** What a command answers that has nothing to tell but that it was done. */
export const done = z.null();
