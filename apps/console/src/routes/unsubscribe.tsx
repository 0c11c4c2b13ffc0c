export { UnsubscribePage as Component } from '../features/notification/components/unsubscribe-page.js';
