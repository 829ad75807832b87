/** Connections that a node keeps for one purpose each: readiness, metrics, a queued report, and the queue's three. */
const FIXED = 6

/** Fewer leave requests, jobs or exports without the connections that they need at the same time. */
export const LEAST_CONNECTIONS = 12

export const USUAL_CONNECTIONS = 21

/**
 * How the connections of a node are shared: of those that are not fixed a fifth are for jobs (two at least) and about a
 * quarter for exports and the pages of reports; the others answer requests.
 * @param {number} [total]
 */
export function connectionShares(total = USUAL_CONNECTIONS) {
  const shared = total - FIXED
  const jobConnections = Math.max(2, Math.floor(shared / 5))
  const streamConnections = Math.max(1, Math.floor((shared * 4) / 15))
  return { requestConnections: shared - jobConnections - streamConnections, jobConnections, streamConnections }
}
