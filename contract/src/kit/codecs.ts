import * as z from 'zod/mini'
import { withoutDirectionMarks } from '../plain-name.ts'

/**
 * Codecs convert between wire values and domain values. Each decodes tolerantly (decision A9) and
 * encodes to exactly one form.
 */

/** 'Y' or 'N' on the wire (true, 1, 'y' accepted), boolean inside. */
export const YesNo = z.codec(
  z.union([z.enum(['Y', 'N', 'y', 'n']), z.boolean(), z.literal(1), z.literal(0)]),
  z.boolean(),
  {
    decode: (wire) => wire === 'Y' || wire === 'y' || wire === true || wire === 1,
    encode: (yes) => (yes ? ('Y' as const) : ('N' as const)),
  },
)

/** Largest id that a 4-byte integer column holds. */
const MAX_ID = 2_147_483_647

/** A positive integer, also as text (paths, query strings, tolerant bodies). */
export const Id = z.codec(
  z.union([z.int().check(z.positive(), z.maximum(MAX_ID)), z.string().check(z.regex(/^[1-9]\d{0,9}$/))]),
  z.int().check(z.positive(), z.maximum(MAX_ID)),
  { decode: Number, encode: (id) => id },
)

/** Number of a page of a list, from 1; also as text. */
export const PageNo = z.codec(
  z.union([z.int().check(z.positive(), z.maximum(MAX_ID)), z.stringFormat('page_number', /^[1-9]\d{0,9}$/)]),
  z.int().check(z.positive(), z.maximum(MAX_ID)),
  { decode: Number, encode: (page) => page },
)

/** Rows of the first answer to leave out, in query strings. */
export const Offset = z.codec(z.string().check(z.regex(/^\d{1,9}$/)), z.int(), { decode: Number, encode: String })

// PostgreSQL has no year 0.
const YEAR = String.raw`(?:[1-9]\d{3}|\d[1-9]\d{2}|\d{2}[1-9]\d|\d{3}[1-9])`
const DAY = new RegExp(String.raw`^\d{2}\/\d{2}\/${YEAR}$`)
const OPTIONAL_DAY = new RegExp(String.raw`^(?:\d{2}\/\d{2}\/${YEAR})?$`)

/** A calendar day, MM/dd/yyyy on the wire (decision A8), yyyy-MM-dd inside. */
export const Day = z.codec(z.stringFormat('day', DAY), z.iso.date(), {
  decode: dayFromWire,
  encode: dayToWire,
})

/** An optional day; an empty text counts as absent (decision A4). */
export const OptionalDay = z.optional(
  z.codec(z.stringFormat('day', OPTIONAL_DAY), z.optional(z.iso.date()), {
    decode: (wire) => (wire === '' ? undefined : dayFromWire(wire)),
    encode: (day) => (day === undefined ? '' : dayToWire(day)),
  }),
)

function dayFromWire(wire: string): string {
  return `${wire.slice(6)}-${wire.slice(0, 2)}-${wire.slice(3, 5)}`
}

function dayToWire(day: string): string {
  return `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`
}

/** An instant: ISO 8601 in UTC on the wire, a Date inside. */
export const Instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (wire) => new Date(wire),
  encode: (moment) => moment.toISOString(),
})

/** A color as '#rrggbb' on the wire (BRND-021), six hexadecimal digits without '#' inside. */
export const Color = z.codec(
  z.string().check(z.regex(/^#?[0-9A-Fa-f]{6}$/)),
  z.string().check(z.regex(/^[0-9A-Fa-f]{6}$/)),
  {
    decode: (wire) => wire.replace('#', ''),
    encode: (digits) => `#${digits}`,
  },
)

/** Text of at most `max` characters without NUL, which PostgreSQL cannot keep; otherwise as it was sent, such as a password. */
export const exactText = /* @__NO_SIDE_EFFECTS__ */ (max: number) =>
  z.string().check(z.maxLength(max), z.regex(/^[^\0]*$/))

/** Text of at most `max` characters that people read, without NUL; marks that change the direction of writing are left out. */
export const text = /* @__NO_SIDE_EFFECTS__ */ (max: number) => exactText(max).check(z.overwrite(withoutDirectionMarks))

/** `{uid}` of a path: the guards have compared it with the caller before it is read. */
export const OwnUid = z.strictObject({ uid: Id })

/** Accepted and ignored: a key of the specification that a call does not apply (decision A4). */
export const Ignored = z.codec(z.unknown(), z.undefined(), { decode: () => undefined, encode: () => undefined })
