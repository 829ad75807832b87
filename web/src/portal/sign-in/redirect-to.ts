import { startDirectorySignIn } from '@portico/contract/directory/directory.ts'
import { startFederatedSignIn } from '@portico/contract/federation/federation.ts'
import { ReturnPath } from '@portico/contract/kit/return-path.ts'

/** The portal's own start addresses, which pass the requested page through the company's sign-in. */
const signInStarts: readonly string[] = [startDirectorySignIn.path, startFederatedSignIn.path]

/** Leaves for the address that continues the sign-in; adds the requested page to our own start addresses. */
export function redirectTo(address: string, returnTo: string | null): void {
  const url = new URL(address, location.origin)
  const isStart = url.origin === location.origin && signInStarts.includes(url.pathname)
  if (!isStart || !ReturnPath.safeParse(returnTo).success) return location.assign(address)
  url.searchParams.set('returnTo', returnTo ?? '')
  location.assign(url.pathname + url.search)
}
