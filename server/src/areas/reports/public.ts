export type { AccessCriteria } from './report-criteria.ts'
export { accessStatement } from './report-statements.ts'
