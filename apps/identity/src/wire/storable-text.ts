import { z } from 'zod';

/** Whether the database can store the text: it accepts no NUL and no unpaired surrogate. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Text of a request that may be stored in the database. */
export const storableText = (longest: number) => z.string().max(longest).refine(isStorable, 'is no text');
