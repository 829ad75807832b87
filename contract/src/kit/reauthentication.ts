import * as z from 'zod/mini'

/**
 * Data of the '401' on HTTP 200 that a call with `freshSignIn` answers when the sign-in is older than
 * FRESH_SIGN_IN_MINUTES: the session is kept, and the call is repeated once the user has confirmed who they are.
 */
export const ReauthenticationNeeded = z.object({ reauth: z.literal(true) })

/** Minutes for which a sign-in, or a confirmation of it, counts as fresh (S52). */
export const FRESH_SIGN_IN_MINUTES = 15
