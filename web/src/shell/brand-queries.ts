import {
  CLIENT_CODE_MAX,
  getBrandingColor,
  getBrandingHomeBackground,
  getBrandingLogo,
  getDefaultBranding,
  getPrimaryButtonColor,
} from '@portico/contract/branding/branding.ts'
import { query, queryClient } from '../api/query.ts'

/** Brands change a few times a year, so one request per visit is enough. */
const staleTime = Infinity

let clientCode: string | undefined

/** The client code of `/login?client=CODE`; kept, so that later pages of the visit have the same brand. */
export function rememberClientCode(search: string): void {
  clientCode = new URLSearchParams(search).get('client')?.slice(0, CLIENT_CODE_MAX) || undefined
}

export const defaultBrandQuery = () => ({ ...query(getDefaultBranding, { query: { client: clientCode } }), staleTime })
export const tileColorQuery = { ...query(getBrandingColor), staleTime }
/** Images are loaded from their cacheable addresses. */
const addressOnly = { imageFlg: false }
export const logoQuery = { ...query(getBrandingLogo, { query: addressOnly }), staleTime }
export const buttonColorQuery = (uid: number) => ({ ...query(getPrimaryButtonColor, { params: { uid } }), staleTime })
export const homeBackgroundQuery = (uid: number) => ({
  ...query(getBrandingHomeBackground, { params: { uid }, query: addressOnly }),
  staleTime,
})

/** Loads the brand before a page renders. A failure does not block the page. */
export async function loadBrand(uid: number): Promise<void> {
  await Promise.allSettled([
    queryClient.ensureQueryData(tileColorQuery),
    queryClient.ensureQueryData(buttonColorQuery(uid)),
    queryClient.ensureQueryData(logoQuery),
    queryClient.ensureQueryData(homeBackgroundQuery(uid)),
  ])
}
