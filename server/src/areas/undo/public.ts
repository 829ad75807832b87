export { offerUndo, takeUndo } from './undo-store.ts'
