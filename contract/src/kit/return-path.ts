import * as z from 'zod/mini'

/**
 * A page of the portal to open after a sign-in, never an address elsewhere. No path segment is empty or begins with a
 * dot or a percent sign, so that no encoding of `..` can leave the portal.
 */
export const ReturnPath = z
  .string()
  .check(z.maxLength(500), z.regex(/^\/content-authenticated(?:\/[A-Za-z0-9_~-][^\\\s/?#]*)+\/?(?:[?#][^\\\s]*)?$/))
