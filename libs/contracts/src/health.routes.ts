import { z } from 'zod';
import { route } from './route/route.js';

export const healthRoutes = {
  live: route('GET /health/live', {
    summary: 'Whether the process responds; 503 once it is to stop.',
    who: 'anyone',
    answer: z.object({ live: z.literal(true) }),
    refusals: { 503: ['service/stopping'] },
  }),
  ready: route('GET /health/ready', {
    summary: 'Whether all dependencies respond; 503 if not.',
    who: 'anyone',
    answer: z.record(z.string(), z.object({ ok: z.boolean(), detail: z.string().optional() })),
    refusals: { 503: ['service/not-ready'] },
  }),
} as const;
