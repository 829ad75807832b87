import { shellTexts } from '@portico/contract/texts/shell-texts.ts'
import type { AnyRouter, HistoryState } from '@tanstack/react-router'
import { queryClient } from '../api/query.ts'
import { currentSession, onSessionChange, onSessionEnd } from '../api/session.ts'
import { hearSiblings, type EndReason } from '../api/siblings.ts'
import { texts } from '../api/texts.ts'
import { ownPath, paths } from '../paths.ts'
import { toast } from '../ui/toast.ts'
import { admitTyped, followPlace, forgetTyped, keepTyped, onTypedRestored } from '../ui/typed.ts'

/** Keeps the page in step with the session, which may begin, change hands or end in another tab; returns the way to stop. */
export function followSession(router: AnyRouter): () => void {
  /** Whose data this page may hold. */
  let shown = currentSession()?.uid
  followPlace(() => router.state.location.pathname)
  if (shown !== undefined) admitTyped(shown)
  let isFederated = currentSession()?.isFederatedUser === true
  const stopTelling = onTypedRestored(() => toast.info(texts(shellTexts).typed_restored))
  // Also where this tab has lost the session before: who signs out in another tab leaves nothing here either.
  const stopHearing = hearSiblings((word) => {
    if (word.kind === 'ended' && word.reason === 'signed-out') forgetTyped()
  })
  const stopLeaving = onSessionEnd((reason) => {
    // Who leaves by choice leaves nothing behind.
    if (reason === 'signed-out') forgetTyped()
    else if (shown !== undefined) keepTyped(shown)
    shown = undefined
    void leave(router, reason, isFederated)
  })
  const stopFollowing = onSessionChange(() => {
    const session = currentSession()
    const uid = session?.uid
    if (session) isFederated = session.isFederatedUser
    if (uid === undefined || uid === shown) return
    admitTyped(uid)
    // What one person was shown must not be shown to the next: the page begins anew.
    if (shown !== undefined) return location.reload()
    shown = uid
    // The guards look again, and the sign-in page is left behind.
    void router.invalidate()
  })
  return () => {
    stopTelling()
    stopHearing()
    stopLeaving()
    stopFollowing()
  }
}

async function leave(router: AnyRouter, reason: EndReason, isFederated: boolean) {
  const returnTo = ownPath(router.state.location.href)
  if (reason === 'signed-out' && isFederated) await router.navigate({ to: paths.federatedSignOut(), replace: true })
  else await router.navigate({ to: paths.login(), replace: true, ...signInAfter(reason, returnTo) })
  // Only now: pages that are still on screen would ask for their data again.
  queryClient.clear()
}

/** How the sign-in page is opened, so that it can say why. */
function signInAfter(
  reason: EndReason,
  returnTo: string | null,
): { search: { notLoggedIn?: true }; state: HistoryState } {
  if (reason === 'signed-out') return { search: {}, state: { signedOut: true } }
  // Who has changed a password is done with that page: the way in leads home.
  if (reason === 'password-changed') return { search: {}, state: { endedBecause: reason } }
  return { search: { notLoggedIn: true }, state: { endedBecause: reason, ...(returnTo ? { returnTo } : {}) } }
}
