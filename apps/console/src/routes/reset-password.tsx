export { ResetPasswordPage as Component } from '../features/account/recovery/recovery-page.js';
