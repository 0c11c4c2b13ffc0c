export const eventstore=1;
