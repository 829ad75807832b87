/** Times in seconds since 1970. */
interface SignInAge {
  /** When the user signed in, or last confirmed who they are. */
  authenticatedAt: number
  now: number
  /** When the application asked. */
  askedAt: number
}

/** True when the application asks for a newer sign-in: prompt=login for one after its request, max_age for a recent one. */
export function isSignInTooOld(
  { authenticatedAt, now, askedAt }: SignInAge,
  parameters: Readonly<Record<string, string | undefined>>,
): boolean {
  const prompts = parameters['prompt']?.split(' ') ?? []
  if (prompts.includes('login') && authenticatedAt < askedAt) return true
  const maxAge = parameters['max_age']
  return maxAge !== undefined && authenticatedAt < now - Number(maxAge)
}
