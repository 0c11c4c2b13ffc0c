/** Names that differ only in case, spaces, hyphens, full stops or the width of letters look alike: `Fed-Ex` is `FedEx`. */
const look = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s.\p{Pd}]/gu, '');

/** Whether something has this name, or had it before. Apart from the decider that asks it, because pages of referrals do too. */
export const isCalled = (
  { name, formerNames }: { readonly name: string; readonly formerNames: readonly string[] },
  wanted: string,
): boolean =>
  [name, ...formerNames].some((one) => one === wanted || (look(wanted) !== '' && look(one) === look(wanted)));
