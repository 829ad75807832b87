export { findVisiblePage } from './tile-list.ts'
