export { ActivatePage as Component } from '../features/account/recovery/recovery-page.js';
