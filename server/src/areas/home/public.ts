export { findVisiblePage } from './tile-list.ts'
export { visiblePages } from './visible-pages.ts'
