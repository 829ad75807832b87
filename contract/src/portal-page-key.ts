import { shippedKey } from './shipped-key.ts'
import { portalPageTexts } from './texts/portal-page-texts.ts'

/** Returns the key of the text for one of the portal's own pages; null for other pages. */
export const portalPageKey = (name: string) => shippedKey(portalPageTexts, name)
