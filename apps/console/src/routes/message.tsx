export { AnswerPage as Component } from '../features/inquiry/components/answer-page.js';
