export { explainedPage } from './explained-page.ts'
export { findTileUser, readGatesOfSystem } from './tile-gate-list.ts'
