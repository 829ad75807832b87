export {
  deleteManagedObjects,
  type KnownObject,
  listKnownObjects,
  type ObjectId,
  putManagedObjects,
  type StatedObject,
} from './managed-object-store.ts'
