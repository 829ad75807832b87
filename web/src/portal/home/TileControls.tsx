import { homeTexts } from '@portico/contract/home/home-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { homePageTexts } from '@portico/contract/home/home-page-texts.ts'
import classes from './TileControls.module.css'
import type { TileView } from './tile-order.ts'

interface TileControlsProps {
  view: TileView
  onChange: (view: TileView) => void
}

/** Sort order, favorites only and search, in one row. */
export function TileControls({ view, onChange }: TileControlsProps) {
  const t = useTexts(homeTexts)
  const page = useTexts(homePageTexts)
  return (
    <div className={classes['row']}>
      <SegmentedControl
        label={t.home_sort}
        value={view.sort}
        options={[
          { value: 'alphabetical', label: t.sort_alphabetical },
          { value: 'favorites', label: t.sort_favorites },
          { value: 'recent', label: t.sort_recent },
        ]}
        onChange={(sort) => onChange({ ...view, sort })}
      />
      <SwitchField
        label={t.home_favorites_only}
        checked={view.favoritesOnly}
        onChange={(favoritesOnly) => onChange({ ...view, favoritesOnly })}
      />
      <div className={classes['search']}>
        <SearchField
          label={t.home_search}
          clearLabel={page.home_search_clear}
          value={view.term}
          onChange={(term) => onChange({ ...view, term })}
        />
      </div>
    </div>
  )
}
