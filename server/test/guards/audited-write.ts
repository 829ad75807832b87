import type { AuditEvent } from '../../src/areas/audit/audit-store.ts'
import type { MadeUser } from '../make.ts'
import type { Portal } from '../portal.ts'
import type { Persona, World } from './people.ts'

type Body = object
export type Ids = Readonly<Record<string, string>>

/** An event that a call made right here leaves in the audit trail. */
export interface CalledHere {
  readonly event: AuditEvent
  /** Who calls; by default somebody whom the guard admits. */
  readonly as?: Persona
  /** Body that changes something, where the smallest one does not. `target`: a user made for this call. */
  readonly body?: (target: MadeUser, ids: Ids) => Body
  /** Columns of that user. */
  readonly target?: object
  /** Makes what the call is about; returns ids that differ from the world's. */
  readonly prepare?: (portal: Portal, world: World, target: MadeUser) => Promise<Ids>
}

/** An event of a call that needs several steps before it: the tests of its area make them. */
export interface InSteps {
  readonly event: AuditEvent
  readonly inSteps: true
}

interface Unaudited {
  readonly none: string
}

export type AuditedWrite = CalledHere | InSteps | Unaudited

export const NOTHING_YET = { none: 'The change is recorded when the next step confirms it.' }
export const ONLY_READS = { none: 'Reads; POST keeps its input out of the address.' }

/** An event that the tests of the area make in several steps. */
export const inSteps = (event: AuditEvent): InSteps => ({ event, inSteps: true })
