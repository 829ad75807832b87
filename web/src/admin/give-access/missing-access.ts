import type { ExplainedPage, TileGate } from '@portico/contract/tile-access/tile-access.ts'
import type { PermissionFields } from '../permissions/permissions-form.ts'
import type { EndedAccess } from './give-access-form.ts'

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

/** When the grants that a page lacks ended on their date; null where none did. */
export function endedAccess({ gates, systemNm, pageNm }: ExplainedPage): EndedAccess | null {
  const endOf = (gate: TileGate) => gates.find(({ gateCd }) => gateCd === gate)?.endedDt ?? null
  const [system, page] = [endOf('APPLICATION_GRANTED'), endOf('PAGE_GRANTED')]
  return system || page ? { systemNm, pageNm, system, page } : null
}
