import { type ApiUnderTest, PEOPLE } from './api-under-test.js';

/** The callers in the tables of routes and of live topics, in the order of the columns. */
export const CALLERS = [
  'no token',
  'expired',
  'other company',
  'referrer',
  'site administrator',
  'staff',
  'ops',
  'admin',
] as const;
export type Caller = (typeof CALLERS)[number];
/** A value for each of `CALLERS`. */
export type ForEachCaller<Value> = OneForEach<typeof CALLERS, Value>;
type OneForEach<Callers extends readonly unknown[], Value> = { readonly [At in keyof Callers]: Value };

/** The access token of each caller; null: none. The referrer and the site administrator belong to one company. */
export const tokensOf = async ({
  tokens,
  identity,
}: ApiUnderTest): Promise<Readonly<Record<Caller, string | null>>> => ({
  ...tokens,
  'no token': null,
  expired: await identity.token(PEOPLE.referrer.userId, { seconds: -60 }),
  'other company': tokens.stranger,
  'site administrator': tokens.siteAdmin,
});
