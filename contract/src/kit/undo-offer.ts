import * as z from 'zod/mini'
import { Instant } from './codecs.ts'

/** Lets its holder take a change back until then. */
export const UndoOffer = z.object({ undoId: z.int(), undoUntilDt: Instant })
