export { ActivatePage as Component } from '../features/account/components/activate-page.js';
