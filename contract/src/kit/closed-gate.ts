import * as z from 'zod/mini'
import { gates } from './guard.ts'

/** The gate at which a session stands, told with a 403 to whoever holds it and asks for what lies behind. */
export const ClosedGate = z.object({ closedGate: z.enum(gates) })
export type ClosedGate = z.output<typeof ClosedGate>
