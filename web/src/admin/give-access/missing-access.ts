import type { ExplainedPage, TileGate } from '@portico/contract/tile-access/tile-access.ts'
import type { PermissionFields } from '../permissions/permissions-form.ts'

/**
 * The least access that lets a user see a page, as far as grants are what is missing; null where none is. What they have
 * is left out, because giving it again would take away its end.
 */
export function missingAccess({ gates, pageId, pageNm, systemId, systemNm }: ExplainedPage): PermissionFields | null {
  const fails = (gate: TileGate) => gates.some(({ gateCd, stateCd }) => gateCd === gate && stateCd === 'failed')
  const isAdmin = fails('ADMIN_ACCESS')
  const needsSystem = isAdmin || fails('APPLICATION_GRANTED')
  const needsPage = fails('PAGE_GRANTED')
  if (!needsSystem && !needsPage) return null
  return {
    systems: needsSystem ? [{ systemId, systemNm, isAdmin, hasSensitiveData: false, endDt: null }] : [],
    pages: needsPage ? [{ pageId, pageNm, systemId, endDt: null }] : [],
  }
}
