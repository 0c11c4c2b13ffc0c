import type { LookUpFields } from '@throughline/contracts';
import type { z } from 'zod';

/** Field → what is wrong with it. */
export type LookUpFault = { readonly [Field in keyof LookUpFields]?: string };

/** The first message of each field. */
export const lookUpFaults = ({ issues }: z.ZodError): LookUpFault =>
  Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]));
