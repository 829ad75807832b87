import type { Tx } from '../../db/database.ts'
import type { AuthnRequest } from './authn-request.ts'
import { run, runFirst, runCount } from '../../db/run.ts'
import { bytes, instant, int, json, jsonText, type RowOf, statement, text } from '../../db/statement.ts'

/** Minutes for which a request of an application waits for the user. */
const REQUEST_MINUTES = 15

export type WaitingRequest = RowOf<typeof lockApplicationRequests>

// The table `application_requests`.

const insertApplicationRequests = statement([bytes, int, text, jsonText], {
  name: 'single-sign-on: insert application requests',
  text: `insert into application_requests (ticket_hash, system_id, request_id, request, expires_at)
         values ($1, $2, $3, $4, clock_now() + make_interval(mins => ${REQUEST_MINUTES}))
         on conflict (system_id, request_id) do nothing`,
})

/** False: the application has sent a request of this id before. */
export async function addApplicationRequest(
  tx: Tx,
  ticketHash: Buffer,
  systemId: number,
  request: AuthnRequest,
): Promise<boolean> {
  const added = await runCount(tx, insertApplicationRequests(ticketHash, systemId, request.id, JSON.stringify(request)))
  return added > 0
}

const lockApplicationRequests = statement([bytes], {
  name: 'single-sign-on: lock application requests',
  text: `select system_id as "systemId", request,
                expires_at - make_interval(mins => ${REQUEST_MINUTES}) as "receivedAt"
           from application_requests
          where ticket_hash = $1 and answered_at is null and expires_at > clock_now() for update`,
  row: { systemId: int, request: json<AuthnRequest>(), receivedAt: instant },
})

/** Returns a request that is neither answered nor expired, and locks it until the transaction ends. */
export async function findApplicationRequest(tx: Tx, ticketHash: Buffer): Promise<WaitingRequest | undefined> {
  return runFirst(tx, lockApplicationRequests(ticketHash))
}

const updateApplicationRequests = statement([bytes], {
  name: 'single-sign-on: update application requests',
  text: 'update application_requests set answered_at = clock_now() where ticket_hash = $1',
})

/** A request is answered once. Its row stays until it expires, so that it cannot be sent again. */
export const markRequestAnswered = (tx: Tx, ticketHash: Buffer) => run(tx, updateApplicationRequests(ticketHash))
