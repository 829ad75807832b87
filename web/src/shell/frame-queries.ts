import { redirect } from '@tanstack/react-router'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { hasDocuments } from '@portico/contract/documents/has-documents.ts'
import { getOwnTexts } from '@portico/contract/texts/own-texts.ts'
import { getSessionTimeout } from '@portico/contract/session/session.ts'
import { ApiError } from '../api/call.ts'
import { query, queryClient } from '../api/query.ts'
import { currentSession } from '../api/session.ts'
import { rememberLanguage, showLanguage } from '../api/language.ts'
import { currentLanguage, overrideTextsOfClient } from '../api/texts.ts'
import { paths } from '../paths.ts'
import { loadBrand } from './brand-queries.ts'
import { redirectOnward } from './guards.ts'
import { signOut } from './sign-out.ts'

export const timeoutQuery = (uid: number) => ({ ...query(getSessionTimeout, { params: { uid } }), staleTime: Infinity })
export const adminMenuQuery = (uid: number) => query(getAdminMenu, { params: { uid } })

/** Texts change a few times a year. */
const TEXTS_STALE_MS = 10 * 60_000

/** The user's own documents ask for it again; what others share may wait. */
export const hasDocumentsQuery = (uid: number) => ({
  ...query(hasDocuments, { params: { uid } }),
  staleTime: TEXTS_STALE_MS,
})

/**
 * Shows the page in the user’s language, with the texts as they are worded for their client; until then, or on failure,
 * as for everyone.
 */
export async function loadOwnTexts(uid: number, staleTime = TEXTS_STALE_MS): Promise<void> {
  try {
    const own = await queryClient.fetchQuery({ ...query(getOwnTexts, { params: { uid } }), staleTime, retry: false })
    if (own.languageCd !== currentLanguage()) {
      rememberLanguage(own.languageCd)
      await showLanguage(own.languageCd)
    }
    overrideTextsOfClient(own.texts)
  } catch {
    // The page is worth more than its wording.
  }
}

/** Loads the data of the frame. Redirects to a gate that the server reports, and from there to `returnTo`. */
export async function loadFrame(uid: number, returnTo: string | null): Promise<void> {
  try {
    await Promise.all([
      loadOwnTexts(uid),
      queryClient.ensureQueryData(timeoutQuery(uid)),
      queryClient.ensureQueryData(adminMenuQuery(uid)),
      // Without its answer the menu lacks an entry, which the account menu has, too.
      queryClient.prefetchQuery(hasDocumentsQuery(uid)),
      loadBrand(uid),
    ])
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) throw error
    const session = currentSession()
    // The guard knew of no gate; the refusal has now reported one.
    if (session?.gate) redirectOnward(session, { returnTo })
    // Otherwise the stored values belong to another user than the session: sign in again.
    signOut()
    throw redirect({ to: paths.login(), replace: true })
  }
}
