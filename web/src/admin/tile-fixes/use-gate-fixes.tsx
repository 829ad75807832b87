import { type ReactNode, useState } from 'react'
import type { ExplainedPage } from '@portico/contract/tile-access/tile-access.ts'
import { tileFixTexts } from '@portico/contract/tile-access/tile-fix-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { lazyDialog } from '../../patterns/lazy-part.tsx'
import { Button } from '../../ui/Button.tsx'
import type { FacilityFixDialogProps } from './FacilityFixDialog.tsx'
import { useDisplayFix, WhoMayFix } from './use-display-fix.tsx'

const FacilityFixDialog = lazyDialog(() => import('./FacilityFixDialog.tsx').then((module) => module.FacilityFixDialog))

interface FixedPage {
  page: ExplainedPage
  tile: { id: number; name: string }
  user: FacilityFixDialogProps['user']
}

/**
 * The one act that lets a user pass a gate that fails, or who may do it; and the dialog of the act. Grants of the
 * application are given together and elsewhere; what has no act of its own is fixed on other screens.
 */
export function useGateFixes({ page, tile, user }: FixedPage): {
  fixOf: (gate: ExplainedPage['gates'][number]) => ReactNode
  dialog: ReactNode
} {
  const t = useTexts(tileFixTexts)
  const display = useDisplayFix()
  const [facility, setFacility] = useState<Pick<FacilityFixDialogProps, 'facilityCd' | 'endedDt'> | null>(null)
  const { pageId, pageNm, facilityCd } = page
  return {
    fixOf: ({ gateCd, stateCd, endedDt }) => {
      if (stateCd !== 'failed') return null
      if (gateCd === 'TILE_DISPLAYED') return display.fixOf({ kind: 'tile', ...tile })
      if (gateCd === 'PAGE_DISPLAYED') return display.fixOf({ kind: 'page', id: pageId, name: pageNm })
      if (gateCd === 'FACILITY_GRANTED' && facilityCd !== null)
        return (
          <Button size="s" icon="plus" onClick={() => setFacility({ facilityCd, endedDt })}>
            {t.tile_fix_facility}
          </Button>
        )
      return gateCd === 'APPLICATION_ACTIVE' ? <WhoMayFix /> : null
    },
    dialog: (
      <>
        {display.dialog}
        {facility && <FacilityFixDialog {...facility} user={user} onClose={() => setFacility(null)} />}
      </>
    ),
  }
}
