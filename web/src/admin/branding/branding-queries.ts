import * as brand from '@portico/contract/branding/branding.ts'
import * as ofClient from '@portico/contract/branding/client-branding.ts'
import * as ofPortal from '@portico/contract/branding/default-branding.ts'
import { invalidate, pageQuery, query, queryClient } from '../../api/query.ts'
import { listSearch } from '../../patterns/list-search.ts'
import { screenList } from '../../patterns/screen-list.ts'
import type { AdminEntry } from '../../shell/admin-entry.ts'

const search = listSearch(ofClient.brandedClientList, { name: 'nm' })

export const brandedClientPages = screenList({
  search,
  page: (uid, values) => pageQuery(ofClient.listBrandedClients, { params: { uid }, query: search.query(values) }),
})

export const clientBrandQuery = (uid: number, clientId: number) =>
  query(ofClient.getCurrentBranding, { params: { uid, clientId } })
export const clientFactsQuery = (uid: number, clientId: number) =>
  query(ofClient.getClientFacts, { params: { uid, clientId } })
export const defaultsForClientQuery = (uid: number, clientId: number) =>
  query(ofClient.getDefaultBrandingForClient, { params: { uid, clientId } })
export const clientVersionsQuery = (uid: number, clientId: number) =>
  query(ofClient.listBrandingVersions, { params: { uid, clientId } })

export const portalBrandQuery = () => query(ofPortal.getCurrentDefaultBranding)
export const portalVersionsQuery = (uid: number) => query(ofPortal.listDefaultBrandingVersions, { params: { uid } })

export async function loadClientSettings({ uid, params }: AdminEntry<{ clientId: number }>): Promise<void> {
  const { clientId } = params
  await Promise.all([
    queryClient.ensureQueryData(clientBrandQuery(uid, clientId)),
    queryClient.ensureQueryData(defaultsForClientQuery(uid, clientId)),
    queryClient.ensureQueryData(clientFactsQuery(uid, clientId)),
  ])
}

export const loadDefaultBranding = (_uid: number): Promise<unknown> => queryClient.ensureQueryData(portalBrandQuery())

/** Loads every brand on the screen again: also the one that the page itself shows, whose colors the frame loads. */
export async function reloadBrands(uid: number): Promise<void> {
  await Promise.all(
    [
      brand.getDefaultBranding,
      brand.getBrandingColor,
      brand.getPrimaryButtonColor,
      brand.getBrandingLogo,
      brand.getBrandingHomeBackground,
      ofClient.listBrandedClients,
      ofClient.getCurrentBranding,
      ofClient.getDefaultBrandingForClient,
      ofClient.listBrandingVersions,
      ofPortal.getCurrentDefaultBranding,
      ofPortal.listDefaultBrandingVersions,
    ].map(invalidate),
  )
  await Promise.all([
    queryClient.fetchQuery(query(brand.getBrandingColor)),
    queryClient.fetchQuery(query(brand.getPrimaryButtonColor, { params: { uid } })),
  ])
}
