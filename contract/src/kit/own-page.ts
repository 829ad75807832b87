import * as z from 'zod/mini'

/**
 * A page of the portal to stand on after a sign-in: never an address of others. No part of the path is
 * empty or begins with a dot or a percent sign, so that no way leads up and out, however it is written.
 */
export const OwnPage = z
  .string()
  .check(z.maxLength(500), z.regex(/^\/content-authenticated(?:\/[A-Za-z0-9_~-][^\\\s/?#]*)+\/?(?:[?#][^\\\s]*)?$/))
