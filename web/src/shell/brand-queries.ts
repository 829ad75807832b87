import {
  CLIENT_CODE_MAX,
  getBrandingColor,
  getBrandingHomeBackground,
  getBrandingLogo,
  getDefaultBranding,
  getPrimaryButtonColor,
} from '@portico/contract/branding.ts'
import { query, queryClient } from '../api/query.ts'

/** A brand changes a few times a year: once a visit is enough. */
const staleTime = Infinity

let client: string | undefined

/** People may come by their client's own address, `/login?client=CODE`; what follows in this visit keeps its brand. */
export function noteClientAddress(search: string): void {
  client = new URLSearchParams(search).get('client')?.slice(0, CLIENT_CODE_MAX) || undefined
}

export const defaultBrandQuery = () => ({ ...query(getDefaultBranding, { query: { client } }), staleTime })
export const tileColourQuery = { ...query(getBrandingColor), staleTime }
export const logoQuery = { ...query(getBrandingLogo), staleTime }
export const buttonColourQuery = (uid: number) => ({ ...query(getPrimaryButtonColor, { params: { uid } }), staleTime })
export const homeBackgroundQuery = (uid: number) => ({
  ...query(getBrandingHomeBackground, { params: { uid } }),
  staleTime,
})

/** Waits for the brand before a page is drawn. A brand that cannot be had keeps nobody from working. */
export async function loadBrand(uid: number): Promise<void> {
  await Promise.allSettled([
    queryClient.ensureQueryData(tileColourQuery),
    queryClient.ensureQueryData(buttonColourQuery(uid)),
    queryClient.ensureQueryData(logoQuery),
    queryClient.ensureQueryData(homeBackgroundQuery(uid)),
  ])
}
