import { explainTile, getTile, listTileUsers, listUserTiles } from '@portico/contract/tile-access/tile-access.ts'

/** Calls that say who sees which tile. */
export const changedByFixes = [explainTile, listUserTiles, listTileUsers, getTile]
