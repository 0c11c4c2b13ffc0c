/* Made by apps/console/build/updates.ts. */

declare module 'virtual:updates' {
  const updates: readonly import('../build/updates.js').Update[];
  export default updates;
}

declare module 'virtual:newest-update' {
  const newest: Pick<import('../build/updates.js').Update, 'id' | 'title'>;
  export default newest;
}
