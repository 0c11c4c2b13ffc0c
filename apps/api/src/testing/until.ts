/** Asks until it holds; fails after five seconds. */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = performance.now() + 5_000;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('It did not come to hold within 5 s.');
    await new Promise((resolve) => setImmediate(resolve));
  }
}
