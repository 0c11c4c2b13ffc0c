import { z } from 'zod';

/*
 * The fields that every section of every order form is made of. Empty text is null; messages name the field as the screen does.
 */

const given = (label: string, max: number) =>
  z
    .string({ error: `${label} is required.` })
    .trim()
    .min(1, `${label} is required.`)
    .max(max, `${label} is limited to ${max} characters.`);

export const requiredText = (label: string, max = 50) => given(label, max);

/** Empty, missing and null are null. */
const optional = (label: string, check: (text: string) => string | null) =>
  z
    .string({ error: `${label} is not valid.` })
    .nullish()
    .transform((text, context) => {
      const value = text?.trim() ?? '';
      if (value === '') return null;
      const message = check(value);
      if (message === null) return value;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });

export const optionalText = (label: string, max = 50) =>
  optional(label, (text) => (text.length > max ? `${label} is limited to ${max} characters.` : null));

const PHONE = /^\d{10}$/;
/** 10 digits, as the phone field stores them. */
export const requiredPhone = (label: string) =>
  z
    .string({ error: `${label} is required.` })
    .trim()
    .min(1, `${label} is required.`)
    .regex(PHONE, `${label} is not valid.`);
export const optionalPhone = (label: string) =>
  optional(label, (text) => (PHONE.test(text) ? null : `${label} is not valid.`));

const isEmail = (text: string) => z.email().safeParse(text).success;
export const requiredEmail = (label: string) =>
  given(label, 50).refine(isEmail, { error: `${label} is not valid.`, abort: true });
export const optionalEmail = (label: string) =>
  optional(label, (text) =>
    text.length > 50 ? `${label} is limited to 50 characters.` : isEmail(text) ? null : `${label} is not valid.`,
  );

/** YYYY-MM-DD of a day that exists, 1900 or later. */
const isDay = (text: string) => z.iso.date().safeParse(text).success && text >= '1900-01-01';
export const requiredDay = (label: string) =>
  z
    .string({ error: `${label} is required.` })
    .trim()
    .min(1, `${label} is required.`)
    .refine(isDay, `${label} is invalid.`);

/** Tomorrow in the easternmost time zone: nobody's birthday today is 'in the future'. */
const latestToday = () => new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10);
export const dayOfBirth = (label: string) =>
  requiredDay(label).refine((day) => day <= latestToday(), `${label} must not be in the future.`);

/** NaN of what is none in decimal digits: `1e3` is a number to a machine, and to a person a slip. */
const wholeNumber = (text: string): number => (/^\d+(\.0+)?$/.test(text) ? Number(text) : NaN);

/** A whole number typed as text or sent as a number; empty is null. */
export const optionalWhole = (label: string, min: number, max: number) =>
  z
    .union([z.number(), z.string()], { error: `${label} is not valid.` })
    .nullish()
    .transform((value, context) => {
      const text = String(value ?? '').trim();
      if (text === '') return null;
      const number = wholeNumber(text);
      if (Number.isInteger(number) && number >= min && number <= max) return number;
      context.addIssue({ code: 'custom', message: `${label} must be a whole number from ${min} to ${max}.` });
      return z.NEVER;
    });

/** The same of at least 1, where one must be given. */
export const requiredCount = (label: string, max: number) =>
  z.union([z.number(), z.string()], { error: `${label} is required.` }).transform((value, context) => {
    const text = String(value).trim();
    const number = wholeNumber(text);
    if (number >= 1 && number <= max) return number;
    const fault = number > max ? `is limited to ${max}.` : 'must be a whole number of at least 1.';
    context.addIssue({ code: 'custom', message: `${label} ${text === '' ? 'is required.' : fault}` });
    return z.NEVER;
  });
