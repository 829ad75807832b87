import { z } from 'zod'

/**
 * A setting of the portal: its name, schema, default and one sentence for docs/operations.md, whose table is generated
 * from here.
 */
export interface Setting {
  name: string
  takes: z.ZodType
  /** Shown in the documentation; config.ts decides values that depend on other settings. */
  byDefault: string
  description: string
  /** A secret may also come from the file named by NAME_FILE, and is never shown. */
  secret?: true
}

/** Address of one of the named kinds, such as `ldap://…` or the word `off`. */
export const oneOf = (prefixes: readonly string[], words: readonly string[], example: string) =>
  z
    .string()
    .refine(
      (value) =>
        words.includes(value) || prefixes.some((prefix) => value.startsWith(prefix) && value.length > prefix.length),
      {
        error: `must be ${example}`,
      },
    )
