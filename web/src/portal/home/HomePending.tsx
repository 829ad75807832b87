import { Skeleton } from '../../ui/Skeleton.tsx'
import grid from './TileGrid.module.css'
import classes from './HomePending.module.css'
import page from './HomePage.module.css'

const TILES = 8

/** A skeleton with the final layout of the home page. */
export function HomePending() {
  return (
    <div aria-busy="true">
      <div className={classes['heading']}>
        <Skeleton text height="28px" width="220px" />
        <Skeleton text height="20px" width="160px" />
      </div>
      <div className={page['page']}>
        <div className={page['columns']}>
          <div className={classes['section']}>
            <Skeleton text height="32px" width="110px" />
            <Skeleton height="36px" width="480px" />
            <TilesPending />
          </div>
          <div className={classes['section']} data-first>
            <Skeleton text height="32px" width="140px" />
            <Skeleton height="140px" radius="8px" />
          </div>
        </div>
      </div>
    </div>
  )
}

/** The places of the tiles. */
export const TilesPending = () => (
  <div className={grid['grid']} aria-busy="true">
    {Array.from({ length: TILES }, (_, tile) => (
      <Skeleton key={tile} height="var(--tile-height)" radius="8px" />
    ))}
  </div>
)
