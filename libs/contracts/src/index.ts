export const contracts=1;
