/** Ends what `jest-engine-setup.mjs` started. */
export default async function stopEngines() {
  await globalThis.engineServer?.remove();
}
