import type { UserSection, UserSectionPage } from '@portico/contract/home.ts'
import { Tile } from './Tile.tsx'
import classes from './TileGrid.module.css'
import type { ShownTile } from './tile-order.ts'

interface TileGridProps {
  uid: number
  label: string
  tiles: readonly ShownTile[]
  showsUse: boolean
  now: Date
  /** True where a tile leaves the screen when its star is taken away. */
  leavesWithStar: boolean
  openingId: number | null
  onOpen: (tile: UserSection, page: UserSectionPage) => void
  onChoose: (tile: UserSection) => void
}

/** The focus goes to the neighbour's star before its own tile is gone, and is not lost. */
function focusNeighbour(star: HTMLElement) {
  const tile = star.closest('li')
  const neighbour = tile?.nextElementSibling ?? tile?.previousElementSibling
  neighbour?.querySelector<HTMLElement>('[aria-pressed]')?.focus()
}

/** The tiles, as many in a row as have room. */
export function TileGrid({ tiles, label, leavesWithStar, ...rest }: TileGridProps) {
  return (
    <ul className={classes['grid']} aria-label={label}>
      {tiles.map((shown) => (
        <Tile
          key={shown.tile.sectionId}
          {...rest}
          shown={shown}
          onStar={(star) => {
            if (leavesWithStar && document.activeElement === star) focusNeighbour(star)
          }}
        />
      ))}
    </ul>
  )
}
