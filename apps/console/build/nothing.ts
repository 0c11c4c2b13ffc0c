/** In place of what is never used (vite.config.ts): a component that renders nothing, or a transport that is never chosen. */
const nothing = (): null => null;
export { nothing as default, nothing as WT };
