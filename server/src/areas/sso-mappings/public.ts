export { listMappedCustomerPlaces } from './mapping-store.ts'
