import { type ExplainedPage, tileGateCodes } from '@portico/contract/tile-access/tile-access.ts'
import type { GateRow } from './tile-gate-list.ts'

/** A page is visible where no gate fails. */
export function explainedPage(row: GateRow): ExplainedPage {
  const { pageId, pageNm, systemId, systemNm, facilityCd, isLinkEnabled } = row
  return {
    pageId,
    pageNm,
    systemId,
    systemNm,
    facilityCd,
    visibleFlg: tileGateCodes.every((code) => row[code] !== 'failed'),
    linkEnabledFlg: isLinkEnabled,
    gates: tileGateCodes.map((gateCd) => ({ gateCd, stateCd: row[gateCd] })),
  }
}
