import { type ReactNode, useState } from 'react'
import { tileFixTexts } from '@portico/contract/tile-access/tile-fix-texts.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { lazyDialog } from '../../patterns/lazy-part.tsx'
import { useHoldsPage } from '../../shell/admin-screens.ts'
import { usePortalPageName } from '../../shell/portal-page-name.ts'
import { Button } from '../../ui/Button.tsx'
import type { Hidden } from './DisplayFixDialog.tsx'

const DisplayFixDialog = lazyDialog(() => import('./DisplayFixDialog.tsx').then((module) => module.DisplayFixDialog))

/** The page of the portal's own system whose holders change what is displayed. */
const CATALOG_PAGE = 'Application Settings'

/**
 * What opens the dialog that displays a tile or an application, or says who may do that; and the dialog, which stands
 * apart because it says its result after its button is gone.
 */
export function useDisplayFix(): { fixOf: (hidden: Hidden) => ReactNode; dialog: ReactNode } {
  const t = useTexts(tileFixTexts)
  const [open, setOpen] = useState<Hidden | null>(null)
  const mayDisplay = useHoldsPage()(CATALOG_PAGE)
  return {
    fixOf: (hidden) =>
      mayDisplay ? (
        <Button size="s" icon="eye" onClick={() => setOpen(hidden)}>
          {hidden.kind === 'tile' ? t.tile_fix_tile : t.tile_fix_page}
        </Button>
      ) : (
        <WhoMayFix />
      ),
    dialog: open && <DisplayFixDialog hidden={open} onClose={() => setOpen(null)} />,
  }
}

/** Says who may fix what only administrators of applications may; nothing to those who may. */
export function WhoMayFix() {
  const t = useTexts(tileFixTexts)
  const pageName = usePortalPageName()
  const mayFix = useHoldsPage()(CATALOG_PAGE)
  return mayFix ? null : <span>{formatMessage(t.tile_fix_who, { page: pageName(CATALOG_PAGE) })}</span>
}
