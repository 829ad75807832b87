import { redirect } from '@tanstack/react-router'
import { getAdminMenu } from '@portico/contract/branding.ts'
import { getSessionTimeout } from '@portico/contract/session.ts'
import { ApiError } from '../api/call.ts'
import { query, queryClient } from '../api/query.ts'
import { noteLicence } from '../api/session.ts'
import { paths } from '../paths.ts'
import { loadBrand } from './brand-queries.ts'

export const timeoutQuery = (uid: number) => ({ ...query(getSessionTimeout, { params: { uid } }), staleTime: Infinity })
export const adminMenuQuery = (uid: number) => query(getAdminMenu, { params: { uid } })

/** What the frame around every page needs. */
export async function loadFrame(uid: number): Promise<void> {
  try {
    await Promise.all([
      queryClient.ensureQueryData(timeoutQuery(uid)),
      queryClient.ensureQueryData(adminMenuQuery(uid)),
      loadBrand(uid),
    ])
  } catch (error) {
    // All hints say that the way is free and the server says no: the licence is the one gate that leaves no hint.
    if (!(error instanceof ApiError) || error.status !== 403) throw error
    noteLicence(false)
    throw redirect({ to: paths.licence(), replace: true })
  }
}
