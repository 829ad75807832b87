import { portalPageKey } from '@portico/contract/catalog/portal-page-key.ts'
import { portalPageTexts } from '@portico/contract/catalog/portal-page-texts.ts'
import { useTexts } from '../api/texts.ts'

/** Returns what names one of the portal's own pages in the language of the reader; other names stay. */
export function usePortalPageName(): (name: string) => string {
  const t = useTexts(portalPageTexts)
  return (name) => {
    const key = portalPageKey(name)
    return key === null ? name : t[key]
  }
}
