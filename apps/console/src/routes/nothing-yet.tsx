/** The first page's code is on its way; it takes too little time to show anything. */
export const NothingYet = () => null;
