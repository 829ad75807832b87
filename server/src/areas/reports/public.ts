export type { AccessCriteria } from './report-criteria.ts'
export { accessStatement } from './report-statements.ts'
export { momentsOf, type StoredRow } from './report-rows.ts'
export { ReportCounts } from './report-summary.ts'
