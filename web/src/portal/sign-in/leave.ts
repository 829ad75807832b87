import { startDirectorySignIn } from '@portico/contract/directory.ts'
import { startFederatedSignIn } from '@portico/contract/federation.ts'
import { OwnPage } from '@portico/contract/kit/own-page.ts'

/** Starts of ours that bring the page which was wanted through the company's sign-in and back. */
const starts: readonly string[] = [startDirectorySignIn.path, startFederatedSignIn.path]

/** Leaves for where a sign-in goes on, and has one of our own starts remember the page that was wanted. */
export function leaveFor(address: string, returnTo: string | null): void {
  const url = new URL(address, location.origin)
  const isStart = url.origin === location.origin && starts.includes(url.pathname)
  if (!isStart || !OwnPage.safeParse(returnTo).success) return location.assign(address)
  url.searchParams.set('returnTo', returnTo ?? '')
  location.assign(url.pathname + url.search)
}
