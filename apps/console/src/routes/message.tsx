export { AnswerPage as Component } from '../features/inquiry/form/answer-page.js';
