import { shippedKey } from '../texts/shipped-key.ts'
import { portalPageTexts } from './portal-page-texts.ts'

/** Returns the key of the text for one of the portal's own pages; null for other pages. */
export const portalPageKey = (name: string) => shippedKey(portalPageTexts, name)
