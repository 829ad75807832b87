import * as z from 'zod/mini'

/** A page of the portal to stand on after a sign-in: never an address of others, and no way up (`..`) however it is written. */
export const OwnPage = z
  .string()
  .check(z.maxLength(500), z.regex(/^\/content-authenticated\/(?!(?:.*\/)?(?:\.|%2e){1,2}(?:[/?#]|$))[^\\\s]*$/i))
