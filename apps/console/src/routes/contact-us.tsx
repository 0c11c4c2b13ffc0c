export { ContactUsPage as Component } from '../features/inquiry/components/contact-us-page.js';
