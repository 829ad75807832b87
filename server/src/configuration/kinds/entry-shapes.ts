import { mailDomain } from '@portico/contract/kit/reference-table.ts'
import { plainName, withoutDirectionMarks } from '@portico/contract/plain-name.ts'
import { z } from 'zod'

/** A name as the portal keeps names: on one line, with single spaces, without control characters. */
export const Name = z.string().overwrite(plainName).min(1)

/** A text on one line that is kept as it is written, without spaces around it. */
export const Line = z
  .string()
  .overwrite((text) => withoutDirectionMarks(text).normalize('NFC').trim())
  .min(1)

/** A text on one line that may be empty, kept as names are. */
export const PlainText = z.string().overwrite(plainName)

/** A text that may be empty. */
export const Text = z.string().overwrite(withoutDirectionMarks).trim()

/** A text, or null for none. */
export const TextOrNone = z.string().overwrite(withoutDirectionMarks).trim().min(1).nullable()

/** A position among the others of a list, from 1. */
export const Position = z.int().min(1)

/** A domain of email addresses, in small letters. */
export const Domain = z
  .string()
  .refine(
    (domain) => z.safeDecode(mailDomain as unknown as z.ZodType, domain).success,
    'is no domain such as example.com',
  )
  .transform((domain) => z.decode(mailDomain as unknown as z.ZodType<string, string>, domain))
