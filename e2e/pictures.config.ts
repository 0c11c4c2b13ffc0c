import { defineConfig } from '@playwright/test';
import specs from './playwright.config.js';

const { projects: _, ...config } = specs;

/** `npm run pictures`: the README's pictures, of the product with its demo data. */
export default defineConfig({ ...config, testMatch: 'readme.pictures.ts' });
