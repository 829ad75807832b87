import * as z from 'zod/mini'
import { gates } from './guard.ts'

/** The gate that restricts a session, sent with a 403 to its holder for calls that need a full session. */
export const ClosedGate = z.object({ closedGate: z.enum(gates) })
export type ClosedGate = z.output<typeof ClosedGate>
