import { type ExplainedPage, tileGateCodes } from '@portico/contract/tile-access/tile-access.ts'
import type { EndedGrants } from './ended-grants.ts'
import type { GateRow } from './tile-gate-list.ts'

/** A page is visible where no gate fails; a grant that fails says when it ended, if it did on its date. */
export function explainedPage(row: GateRow, ended: EndedGrants = {}): ExplainedPage {
  const { pageId, pageNm, systemId, systemNm, facilityCd, isLinkEnabled } = row
  return {
    pageId,
    pageNm,
    systemId,
    systemNm,
    facilityCd,
    visibleFlg: tileGateCodes.every((code) => row[code] !== 'failed'),
    linkEnabledFlg: isLinkEnabled,
    gates: tileGateCodes.map((gateCd) => {
      const endedDt = row[gateCd] === 'failed' ? ended[gateCd] : null
      return { gateCd, stateCd: row[gateCd], ...(endedDt && { endedDt }) }
    }),
  }
}
