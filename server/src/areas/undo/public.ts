export { offerUndo, takePartOfUndo, takeUndo, type UndoOffer } from './undo-store.ts'
