export { offerUndo, takeUndo, type UndoOffer } from './undo-store.ts'
