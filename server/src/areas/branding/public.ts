export { brandColumns, brandJoins, type BrandRow } from './brand-list.ts'
