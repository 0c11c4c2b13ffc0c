import { PRESENT } from '../past/past.js';
import { onDemand } from '../ui/page/on-demand.js';
import { Page } from '../ui/page/page.js';
import { useUrlState } from '../ui/tables/url-state.js';
import type { AtMomentProps } from './shown-moment.js';

const ShownMoment = onDemand(async () => (await import('./shown-moment.js')).ShownMoment);

/** Shows the page of a case as of the moment in its address, if it has one. */
export function AtMoment(props: AtMomentProps) {
  const [{ asOf }, setUrl] = useUrlState(PRESENT);
  if (asOf === '') return props.children;
  return <ShownMoment {...props} fallback={<Page title={props.page} loading />} onFailed={() => setUrl(PRESENT)} />;
}
