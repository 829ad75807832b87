import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'
import type { AuthnRequest } from './authn-request.ts'

/** Minutes for which a request of an application waits for the user. */
const REQUEST_MINUTES = 15

export interface WaitingRequest {
  systemId: number
  request: AuthnRequest
  receivedAt: Date
}

/** The table `application_requests`. */
export function applicationRequestStore(tx: Tx) {
  return {
    /** False: the application has sent a request of this id before. */
    add: async (ticketHash: Buffer, systemId: number, request: AuthnRequest): Promise<boolean> => {
      const added = await query(
        tx,
        `insert into application_requests (ticket_hash, system_id, request_id, request, expires_at)
         values ($1, $2, $3, $4, clock_now() + make_interval(mins => ${REQUEST_MINUTES}))
         on conflict (system_id, request_id) do nothing returning 1`,
        [ticketHash, systemId, request.id, JSON.stringify(request)],
      )
      return added.length > 0
    },

    /** Returns a request that is neither answered nor expired, and locks it until the transaction ends. */
    find: async (ticketHash: Buffer): Promise<WaitingRequest | undefined> => {
      const [row] = await query<WaitingRequest>(
        tx,
        `select system_id as "systemId", request,
                expires_at - make_interval(mins => ${REQUEST_MINUTES}) as "receivedAt"
           from application_requests
          where ticket_hash = $1 and answered_at is null and expires_at > clock_now() for update`,
        [ticketHash],
      )
      return row
    },

    /** A request is answered once. Its row stays until it expires, so that it cannot be sent again. */
    markAnswered: (ticketHash: Buffer) =>
      query(tx, 'update application_requests set answered_at = clock_now() where ticket_hash = $1', [ticketHash]),
  }
}
