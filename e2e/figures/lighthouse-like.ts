/** What a load was like: first and largest contentful paint and blocked time in ms, and how much of what was seen moved. */
export interface Vitals {
  readonly fcp: number;
  readonly lcp: number;
  readonly tbt: number;
  readonly cls: number;
}

/** Lighthouse 12's weights and curves for a phone: a value at `good` scores 0.9, one at `median` 0.5. Its speed index is left out. */
const CURVES: Readonly<
  Record<keyof Vitals, { readonly weight: number; readonly good: number; readonly median: number }>
> = {
  fcp: { weight: 10, good: 1_800, median: 3_000 },
  lcp: { weight: 25, good: 2_500, median: 4_000 },
  tbt: { weight: 30, good: 200, median: 600 },
  cls: { weight: 25, good: 0.1, median: 0.25 },
};

/** The standard normal quantile of 0.9. */
const Z_GOOD = 1.281_551_565_545;

/** 0 to 100, as Lighthouse would say it of the same figures. */
export function lighthouseScore(vitals: Vitals): number {
  let sum = 0;
  let weights = 0;
  for (const [name, { weight, good, median }] of Object.entries(CURVES)) {
    const deviation = Math.log(median / good) / Z_GOOD;
    sum += weight * (1 - normal(Math.log(Math.max(vitals[name as keyof Vitals], 1e-9) / median) / deviation));
    weights += weight;
  }
  return Math.round((100 * sum) / weights);
}

/** The share of a standard normal distribution up to `z`: Abramowitz and Stegun 26.2.17, true to seven digits. */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const poly = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * poly;
  return z > 0 ? 1 - tail : tail;
}
