import type { AnyRouter } from '@tanstack/react-router'
import { queryClient } from '../api/query.ts'
import { currentSession, onSessionChange, onSessionEnd } from '../api/session.ts'
import type { EndReason } from '../api/siblings.ts'
import { ownPath, paths } from '../paths.ts'

/** Keeps the page in step with the session, which may begin, change hands or end in another tab; returns the way to stop. */
export function followSession(router: AnyRouter): () => void {
  /** Whose data this page may hold. */
  let shown = currentSession()?.uid
  let isFederated = currentSession()?.isFederatedUser === true
  const stopLeaving = onSessionEnd((reason) => {
    shown = undefined
    void leave(router, reason, isFederated)
  })
  const stopFollowing = onSessionChange(() => {
    const session = currentSession()
    const uid = session?.uid
    if (session) isFederated = session.isFederatedUser
    if (uid === undefined || uid === shown) return
    // What one person was shown must not be shown to the next: the page begins anew.
    if (shown !== undefined) return location.reload()
    shown = uid
    // The guards look again, and the sign-in page is left behind.
    void router.invalidate()
  })
  return () => {
    stopLeaving()
    stopFollowing()
  }
}

async function leave(router: AnyRouter, reason: EndReason, isFederated: boolean) {
  const returnTo = ownPath(router.state.location.href)
  await router.navigate(
    reason === 'signed-out'
      ? isFederated
        ? { to: paths.federatedSignOut(), replace: true }
        : { to: paths.login(), state: { signedOut: true }, replace: true }
      : { to: paths.login(), search: { notLoggedIn: true }, state: returnTo ? { returnTo } : {}, replace: true },
  )
  // Only now: pages that are still on screen would ask for their data again.
  queryClient.clear()
}
