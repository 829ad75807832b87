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
  /** The last tile is about to leave with the focus in it. */
  onEmptied: () => void
}

/** The focus goes to the neighbour's star before its own tile is gone, and is not lost; false where there is none. */
function focusNeighbour(star: HTMLElement): boolean {
  const tile = star.closest('li')
  const neighbour = tile?.nextElementSibling ?? tile?.previousElementSibling
  const next = neighbour?.querySelector<HTMLElement>('[aria-pressed]')
  next?.focus()
  return Boolean(next)
}

/** The tiles, as many in a row as have room. */
export function TileGrid({ tiles, label, leavesWithStar, onEmptied, ...rest }: TileGridProps) {
  return (
    <ul className={classes['grid']} aria-label={label}>
      {tiles.map((shown) => (
        <Tile
          key={shown.tile.sectionId}
          {...rest}
          shown={shown}
          onStar={(star) => {
            if (leavesWithStar && document.activeElement === star && !focusNeighbour(star)) onEmptied()
          }}
        />
      ))}
    </ul>
  )
}
