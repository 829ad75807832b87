import { emulationTexts } from '@portico/contract/emulation/emulation-texts.ts'
import { shellTexts } from '@portico/contract/texts/shell-texts.ts'
import type { AnyRouter, HistoryState } from '@tanstack/react-router'
import { queryClient } from '../api/query.ts'
import { takeEndedEmulation } from '../api/emulation.ts'
import { currentSession, onSessionChange, onSessionEnd, hasOtherSession, markPageLeaving } from '../api/session.ts'
import type { Session } from '../api/stored-session.ts'
import { onTabMessage, type EndReason } from '../api/tab-channel.ts'
import { formatMessage, texts } from '../api/texts.ts'
import { returnPath, paths } from '../paths.ts'
import { toast } from '../ui/toast.ts'
import {
  allowRestore,
  followPage,
  discardStateOfOtherPage,
  discardStoredState,
  discardWhenOver,
  storeUnsavedState,
  onStateRestored,
} from '../ui/restorable-state.ts'
import { forgetVisited } from './visited-addresses.ts'

/** Follows session changes, also from other tabs: begin, change of user, end. Returns the function to stop. */
export function followSession(router: AnyRouter): () => void {
  /** The user whose data this page may hold. */
  let shownUid = currentSession()?.uid
  followPage(() => router.state.location.pathname)
  discardWhenOver()
  const stopFirstPage = router.subscribe('onResolved', () => {
    // The return from the company leads on to the page that was left.
    if (router.state.location.pathname === paths.federatedSignIn()) return
    stopFirstPage()
    if (currentSession()) discardStateOfOtherPage()
  })
  if (shownUid !== undefined) allowRestore(shownUid)
  let isFederated = isFederatedSignOut(currentSession())
  const endedName = takeEndedEmulation()
  if (endedName !== null) toast.info(formatMessage(texts(emulationTexts).emulation_over, { name: endedName }))
  const stopRestoreToasts = onStateRestored(() => toast.info(texts(shellTexts).typed_restored))
  // Also for a tab that lost the session earlier: a sign-out in another tab removes its unsaved entries too.
  const stopTabMessages = onTabMessage((message) => {
    if (message.kind === 'ended' && message.reason === 'signed-out') discardStoredState()
  })
  const stopEndListener = onSessionEnd((reason) => {
    if (reason === 'closing') return void goToLogoutPage(router)
    // A deliberate sign-out discards unsaved entries.
    if (reason === 'signed-out') discardStoredState()
    else if (shownUid !== undefined) storeUnsavedState(shownUid)
    shownUid = undefined
    void leavePage(router, reason, isFederated)
  })
  const stopFollowing = onSessionChange(() => {
    const session = currentSession()
    const uid = session?.uid
    if (session) isFederated = isFederatedSignOut(session)
    if (uid === undefined || uid === shownUid) return
    allowRestore(uid)
    // Data shown to one user must not be shown to the next: reload the page.
    if (shownUid !== undefined) return location.reload()
    shownUid = uid
    // The guards run again and leave the sign-in page.
    void router.invalidate()
  })
  // A reload of the page loses nothing either.
  const onPageHide = () => {
    if (shownUid !== undefined && currentSession()?.uid === shownUid) storeUnsavedState(shownUid)
  }
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    // The page comes back as it was, with what stood in its forms.
    if (persisted) {
      discardStoredState()
      markPageLeaving(false)
    }
    // Another session began in this tab meanwhile, such as that of an emulation.
    if (persisted && hasOtherSession()) location.reload()
  }
  addEventListener('pagehide', onPageHide)
  addEventListener('pageshow', onPageShow)
  return () => {
    removeEventListener('pagehide', onPageHide)
    removeEventListener('pageshow', onPageShow)
    stopFirstPage()
    stopRestoreToasts()
    stopTabMessages()
    stopEndListener()
    stopFollowing()
  }
}

/** Signing out of an emulation never leads to the company of the user (decision E9). */
const isFederatedSignOut = (session: Session | null) => session?.isFederatedUser === true && !session.isEmulated

const isAtLogoutPage = (router: AnyRouter) => router.state.location.pathname === paths.logout()

async function goToLogoutPage(router: AnyRouter): Promise<void> {
  if (!isAtLogoutPage(router)) await router.navigate({ to: paths.logout(), replace: true })
}

async function leavePage(router: AnyRouter, reason: EndReason, isFederated: boolean) {
  const returnTo = returnPath(router.state.location.href)
  // The logout page shows what became of the applications, also when the server ended the session meanwhile.
  if (reason === 'closed') await goToLogoutPage(router)
  else if (isAtLogoutPage(router)) return
  else if (reason === 'signed-out' && isFederated)
    await router.navigate({ to: paths.federatedSignOut(), replace: true })
  else await router.navigate({ to: paths.login(), replace: true, ...signInLocation(reason, returnTo) })
  // Only now: pages still on screen would request their data again.
  queryClient.clear()
  forgetVisited()
}

/** Reasons for which the sign-in page has a sentence. */
const saysWhy: ReadonlySet<EndReason> = new Set(['displaced', 'idle', 'limit', 'revoked', 'company'])

/** Navigation options of the sign-in page, with the reason to show. */
function signInLocation(
  reason: EndReason,
  returnTo: string | null,
): { search: { notLoggedIn?: true }; state: HistoryState } {
  if (reason === 'signed-out') return { search: {}, state: { signedOut: true } }
  // After a password change the user continues at home, not on that page.
  if (reason === 'password-changed') return { search: {}, state: { endReason: reason } }
  const state = { endReason: reason, ...(returnTo ? { returnTo } : {}) }
  // The page says why; of a session that was lost it knows no more than that there is none.
  return { search: saysWhy.has(reason) ? {} : { notLoggedIn: true }, state }
}
