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

/** For an effect: begins when the page is at rest, and ends what was begun when the page is left. What cannot be loaded is left out. */
export function untilLeft(begin: () => Promise<() => void>): () => void {
  let isLeft = false;
  let end: (() => void) | undefined;
  const stopWaiting = onceAtRest(() => {
    begin().then(
      (begun) => (isLeft ? begun() : (end = begun)),
      () => undefined,
    );
  });
  return () => {
    isLeft = true;
    stopWaiting();
    end?.();
  };
}
