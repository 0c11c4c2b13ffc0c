export { HelpPage as Component } from '../features/inquiry/components/help-page.js';
