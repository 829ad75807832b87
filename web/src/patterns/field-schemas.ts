import * as z from 'zod/mini'
import { isCalendarDay } from '../ui/calendar-day.ts'

/**
 * Schemas of form fields. Their messages are keys of the general texts (UIGN-014..024), which `useForm` looks up, so
 * that a changed text changes everywhere. Values are raw field values: initialize empty fields with '', not with
 * undefined.
 */

/** Optional text. */
export const optionalText = (maxLength: number) => z.string().check(z.trim(), z.maxLength(maxLength, 'field_too_long'))

/** Text of at least `minLength` characters. */
export const requiredText = (maxLength: number, minLength = 1) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'field_required', abort: true }),
      z.minLength(minLength, 'field_too_short'),
      z.maxLength(maxLength, 'field_too_long'),
    )

/** One option of a list; '' while none is chosen. */
export const requiredChoice = () => z.string().check(z.minLength(1, 'field_required'))

/** Text that must match a pattern; '' passes unless the pattern refuses it. */
export const patternText = (pattern: RegExp, maxLength: number) =>
  z.string().check(z.trim(), z.maxLength(maxLength, 'field_too_long'), z.regex(pattern, 'field_pattern'))

/** An email address by the HTML standard's pattern, with a dot in the domain (decision D4). */
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/

export const requiredEmail = (maxLength = 254) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'field_required', abort: true }),
      z.maxLength(maxLength, 'field_too_long'),
      z.regex(EMAIL, 'field_email'),
    )

/** An email address; '' passes. */
export const optionalEmail = (maxLength = 254) =>
  z.string().check(
    z.trim(),
    z.maxLength(maxLength, 'field_too_long'),
    z.refine((text) => text === '' || EMAIL.test(text), 'field_email'),
  )

const isWebAddress = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
}

/** A web address; '' passes. */
export const webAddress = (maxLength = 2000) =>
  z.string().check(
    z.trim(),
    z.maxLength(maxLength, 'field_too_long'),
    z.refine((text) => text === '' || isWebAddress(text), 'field_url'),
  )

/** A whole number, typed as text; decoded to a number. */
export const wholeNumber = ({ min, max }: { min: number; max: number }) =>
  z.codec(
    z.string().check(
      z.trim(),
      z.minLength(1, { error: 'field_required', abort: true }),
      z.refine((text) => /^-?\d+$/.test(text) && Number(text) >= min && Number(text) <= max, {
        error: 'field_number',
        params: { min, max },
      }),
    ),
    z.number(),
    { decode: Number, encode: String },
  )

/** A calendar day of a date field, yyyy-MM-dd; '' passes. */
export const day = () => z.string().check(z.refine((text) => text === '' || isCalendarDay(text), 'field_date'))
