import { z } from 'zod';

/** Can the database keep it? It takes no NUL and no half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Text of a caller's that may come to the database. */
export const storableText = (longest: number) => z.string().max(longest).refine(isStorable, 'is no text');
