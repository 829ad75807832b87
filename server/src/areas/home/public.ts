export { readTilePagesOf, visiblePageOf, visiblePageOfSystem, type VisiblePageRow } from './tile-list.ts'
export { tileImageUrl, userSections } from './home-view.ts'
export { allGates, allOfGates, gateColumns, gatesBeforeGrant, neededGates, pagesOfUsers } from './tile-gates.ts'
export { visiblePages } from './visible-pages.ts'
