import type { UserSection, UserSectionPage } from '@portico/contract/home/home.ts'
import { Tile } from './Tile.tsx'
import classes from './TileGrid.module.css'
import type { ShownTile } from './tile-order.ts'

interface TileGridProps {
  uid: number
  label: string
  tiles: readonly ShownTile[]
  showsUse: boolean
  now: Date
  /** True where unmarking a favorite removes its tile. */
  leavesWithStar: boolean
  openingId: number | null
  onOpen: (tile: UserSection, page: UserSectionPage) => void
  onChoose: (tile: UserSection) => void
  /** Called when the last tile is about to be removed while it has the focus. */
  onEmptied: () => void
}

/** Moves the focus to the neighbor's star before its tile is removed; returns false without a neighbor. */
function focusNeighbor(star: HTMLElement): boolean {
  const tile = star.closest('li')
  const neighbor = tile?.nextElementSibling ?? tile?.previousElementSibling
  const next = neighbor?.querySelector<HTMLElement>('[aria-pressed]')
  next?.focus()
  return Boolean(next)
}

/** The tiles, with as many columns as fit. */
export function TileGrid({ tiles, label, leavesWithStar, onEmptied, ...rest }: TileGridProps) {
  return (
    <ul className={classes['grid']} aria-label={label}>
      {tiles.map((shown) => (
        <Tile
          key={shown.tile.sectionId}
          {...rest}
          shown={shown}
          onStar={(star) => {
            if (leavesWithStar && document.activeElement === star && !focusNeighbor(star)) onEmptied()
          }}
        />
      ))}
    </ul>
  )
}
