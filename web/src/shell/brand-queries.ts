import {
  getBrandingColor,
  getBrandingHomeBackground,
  getBrandingLogo,
  getDefaultBranding,
  getPrimaryButtonColor,
} from '@portico/contract/branding.ts'
import { query, queryClient } from '../api/query.ts'

/** A brand changes a few times a year: once a visit is enough. */
const staleTime = Infinity

export const defaultBrandQuery = { ...query(getDefaultBranding), staleTime }
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
