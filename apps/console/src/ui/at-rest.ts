/** A page that has loaded nothing for this long is on screen, with everything that its first view needs. */
const AT_REST_AFTER_MS = 1_000;

/** Calls back once, when the page has loaded nothing for AT_REST_AFTER_MS. */
export function onceAtRest(callBack: () => void): () => void {
  const stop = () => {
    clearTimeout(timer);
    loads.disconnect();
  };
  const wait = () =>
    setTimeout(() => {
      stop();
      callBack();
    }, AT_REST_AFTER_MS);
  let timer = wait();
  const loads = new PerformanceObserver(() => {
    clearTimeout(timer);
    timer = wait();
  });
  loads.observe({ type: 'resource' });
  return stop;
}
