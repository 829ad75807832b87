export { findVisiblePage, readTilePagesOf } from './tile-list.ts'
export { userSections } from './home-view.ts'
export { allGates, gateColumns, pagesOfUsers } from './tile-gates.ts'
export { visiblePages } from './visible-pages.ts'
