export { ResetPasswordPage as Component } from '../features/account/components/recovery-page.js';
