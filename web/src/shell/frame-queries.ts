import { redirect } from '@tanstack/react-router'
import { getAdminMenu } from '@portico/contract/branding.ts'
import { getSessionTimeout } from '@portico/contract/session.ts'
import { ApiError } from '../api/call.ts'
import { query, queryClient } from '../api/query.ts'
import { currentSession } from '../api/session.ts'
import { paths } from '../paths.ts'
import { loadBrand } from './brand-queries.ts'
import { leadOn } from './guards.ts'
import { signOut } from './sign-out.ts'

export const timeoutQuery = (uid: number) => ({ ...query(getSessionTimeout, { params: { uid } }), staleTime: Infinity })
export const adminMenuQuery = (uid: number) => query(getAdminMenu, { params: { uid } })

/** What the frame around every page needs. Leads on to the gate that the server says is closed, and from there to `returnTo`. */
export async function loadFrame(uid: number, returnTo: string | null): Promise<void> {
  try {
    await Promise.all([
      queryClient.ensureQueryData(timeoutQuery(uid)),
      queryClient.ensureQueryData(adminMenuQuery(uid)),
      loadBrand(uid),
    ])
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) throw error
    const session = currentSession()
    // The guard let in whom it knew of no gate for: now the refusal has told of one.
    if (session?.gate) leadOn(session, { returnTo })
    // Else what this browser keeps names somebody whose session it is not: whoever changed it begins again.
    signOut()
    throw redirect({ to: paths.login(), replace: true })
  }
}
