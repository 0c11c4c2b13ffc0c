export const readmodels=1;
