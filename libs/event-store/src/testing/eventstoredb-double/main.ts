import { parseArgs } from 'node:util';
import { EventStoreDbDouble } from './eventstoredb-double.js';

/* `npm run event-store-double [-- --port N]`: the double alone, for whoever wants to see the product run on it. What it keeps goes with it. */
const { values } = parseArgs({ options: { port: { type: 'string', default: '2113' } } });
const double = await new EventStoreDbDouble().start(Number(values.port)).catch(() => {
  console.error(`The double cannot listen on port ${values.port}; another one: npm run event-store-double -- --port N`);
  process.exit(1);
});
console.log(`EVENT_STORE_URL=esdb://127.0.0.1:${double.port}?tls=false`);
