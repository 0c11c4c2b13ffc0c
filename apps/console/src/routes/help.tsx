export { HelpPage as Component } from '../features/inquiry/form/help-page.js';
