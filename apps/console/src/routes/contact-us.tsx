export { ContactUsPage as Component } from '../features/inquiry/form/contact-us-page.js';
