/** Whether something has this name, or had it before. Apart from the decider that asks it, because pages of referrals do too. */
export const isCalled = (
  { name, formerNames }: { readonly name: string; readonly formerNames: readonly string[] },
  wanted: string,
): boolean => [name, ...formerNames].some((one) => one.toLowerCase() === wanted.toLowerCase());
