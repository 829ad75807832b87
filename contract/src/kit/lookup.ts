import * as z from 'zod/mini'
import { Id, text } from './codecs.ts'

/** Query of a call that finds what a list can be filtered by, a hundred at a time. */
export const lookupQuery = z.strictObject({
  /** Part of the name; '' for all. */
  text: z.optional(text(100)),
  /** One entry by its id, whatever the text. */
  id: z.optional(Id),
  offset: z.optional(z.codec(z.string().check(z.regex(/^[0-9]{1,6}$/)), z.int(), { decode: Number, encode: String })),
})

/** What such a call finds. */
export const LookupOptions = z.array(z.object({ id: z.int(), nameTxt: z.string() }))
