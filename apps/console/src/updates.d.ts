/* Made by apps/console/build/updates.ts. */

declare module 'virtual:updates' {
  const updates: readonly import('../build/updates.js').Update[];
  export default updates;
}

declare module 'virtual:newest-update' {
  const newest: {
    /** Empty if there is none. */
    readonly id: string;
    readonly titles: Readonly<Record<import('@throughline/domain').Language, string>>;
  };
  export default newest;
}
