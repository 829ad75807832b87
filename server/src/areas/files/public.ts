export { removeInfectedPublishedFile, removeOldPublishedFiles } from './published-file-store.ts'
