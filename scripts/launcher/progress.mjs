/** Seconds between lines where the output is no terminal and a line cannot be rewritten. */
const QUIET_INTERVAL = 15;

/**
 * Shows `title` while `work` runs: a line that counts the seconds in a terminal, now and then a new line elsewhere.
 * Resolves and rejects as `work` does.
 */
export async function withProgress(title, work) {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  const rewrite = process.stdout.isTTY;
  if (!rewrite) console.log(`${title} …`);
  const timer = setInterval(() => {
    if (rewrite) process.stdout.write(`\r${title} … ${seconds()} s`);
    else if (seconds() % QUIET_INTERVAL === 0) console.log(`${title} … ${seconds()} s`);
  }, 1000);
  try {
    const result = await work;
    console.log(`${rewrite ? '\r' : ''}${title}: done in ${seconds()} s`);
    return result;
  } catch (error) {
    if (rewrite) process.stdout.write('\n');
    throw error;
  } finally {
    clearInterval(timer);
  }
}
