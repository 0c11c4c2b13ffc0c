export { UpdatesPage as Component } from '../features/updates/updates-page.js';
