import { useSuspenseQuery } from '@tanstack/react-query'
import { homePageTexts } from '@portico/contract/home/home-page-texts.ts'
import { homeTexts } from '@portico/contract/home/home-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { adminMenuQuery } from '../../shell/frame-queries.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { TileView } from './tile-order.ts'

interface NoTilesProps {
  hasTiles: boolean
  view: TileView
  onView: (view: TileView) => void
  /** Called with the empty state's button once it is rendered. */
  onShown: (action: HTMLButtonElement) => void
}

/** Explains why there are no tiles, and what the user can do. */
export function NoTiles({ hasTiles, view, onView, onShown }: NoTilesProps) {
  const t = useTexts(homeTexts)
  const page = useTexts(homePageTexts)
  const whenShown = (action: HTMLButtonElement | null) => {
    if (action) onShown(action)
  }
  if (!hasTiles) return <NoneAssigned />
  if (view.term !== '') {
    return (
      <EmptyState
        drawing="search"
        title={t.home_nothing_found}
        hint={t.home_nothing_found_hint}
        action={<Button onClick={() => onView({ ...view, term: '' })}>{page.home_search_clear}</Button>}
      />
    )
  }
  return (
    <EmptyState
      drawing="star"
      title={t.home_no_favorites}
      hint={t.home_no_favorites_hint}
      action={
        <Button ref={whenShown} onClick={() => onView({ ...view, favoritesOnly: false })}>
          {page.home_show_all}
        </Button>
      }
    />
  )
}

/** Users with the administration menu can add applications themselves. */
function NoneAssigned() {
  const t = useTexts(homeTexts)
  const { uid } = useSignedIn()
  const isAdministrator = useSuspenseQuery(adminMenuQuery(uid)).data.length > 0
  const hint = isAdministrator ? t.home_no_tiles_hint_administrator : t.home_no_tiles_hint
  return <EmptyState drawing="tiles" title={t.home_no_tiles} hint={hint} />
}
