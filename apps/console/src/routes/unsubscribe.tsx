export { UnsubscribePage as Component } from '../features/notification/unsubscribe-page.js';
