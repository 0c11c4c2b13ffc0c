export { UpdatesPage as Component } from '../features/updates/components/updates-page.js';
