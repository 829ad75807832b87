import {
  type ExplainedPage,
  type GrantWays,
  type TileGate,
  tileGateCodes,
} from '@portico/contract/tile-access/tile-access.ts'
import type { EndedGrants } from './ended-grants.ts'
import type { GateRow } from './tile-gate-list.ts'
import type { WaysToPage } from './ways-to-tile.ts'

/**
 * A page is visible where no gate fails; a grant that fails says when it ended, if it did on its date, and one that
 * passes how the user has it.
 */
export function explainedPage(row: GateRow, ended: EndedGrants = {}, ways?: WaysToPage): ExplainedPage {
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
      const held = row[gateCd] === 'passed' ? waysOfGate(gateCd, ways) : null
      return { gateCd, stateCd: row[gateCd], ...(endedDt && { endedDt }), ...(held && { ways: held }) }
    }),
  }
}

function waysOfGate(gateCd: TileGate, ways?: WaysToPage): GrantWays | null {
  if (gateCd === 'APPLICATION_GRANTED') return ways?.systemWays ?? null
  return gateCd === 'PAGE_GRANTED' ? (ways?.pageWays ?? null) : null
}
