import { defineConfig } from '@playwright/test';
import specs from './playwright.config.js';

/** `npm run pictures`: the README's pictures, of the product with its demo data. */
export default defineConfig({ ...specs, testMatch: 'readme.pictures.ts' });
