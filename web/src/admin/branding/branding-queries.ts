import * as brand from '@portico/contract/branding.ts'
import * as ofClient from '@portico/contract/client-branding.ts'
import * as ofPortal from '@portico/contract/default-branding.ts'
import type { AdminEntry } from '../../admin-routes.tsx'
import { invalidate, pageQuery, query, queryClient } from '../../api/query.ts'
import { awaitFirstEntry } from '../../patterns/list-query.ts'
import { orderAndPageOf } from '../../patterns/list-search.ts'
import { brandedClientSearch, type BrandedClientValues } from './branded-client-search.ts'

export const brandedClientsQuery = (uid: number, { filters, ...list }: BrandedClientValues) =>
  pageQuery(ofClient.listBrandedClients, {
    params: { uid },
    query: {
      nm: filters.name,
      ...orderAndPageOf(list),
    },
  })

export const loadBrandedClients = ({ uid, search, cause }: AdminEntry): Promise<void> =>
  awaitFirstEntry(cause, queryClient.ensureQueryData(brandedClientsQuery(uid, brandedClientSearch.read(search))))

export const clientBrandQuery = (uid: number, clientId: number) =>
  query(ofClient.getCurrentBranding, { params: { uid, clientId } })
export const defaultsForClientQuery = (uid: number, clientId: number) =>
  query(ofClient.getDefaultBrandingForClient, { params: { uid, clientId } })
export const clientVersionsQuery = (uid: number, clientId: number) =>
  query(ofClient.listBrandingVersions, { params: { uid, clientId } })

export const portalBrandQuery = () => query(ofPortal.getCurrentDefaultBranding)
export const portalVersionsQuery = (uid: number) => query(ofPortal.listDefaultBrandingVersions, { params: { uid } })

export async function loadClientSettings({ uid, params }: AdminEntry): Promise<void> {
  const clientId = Number(params['clientId'])
  await Promise.all([
    queryClient.ensureQueryData(clientBrandQuery(uid, clientId)),
    queryClient.ensureQueryData(defaultsForClientQuery(uid, clientId)),
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
