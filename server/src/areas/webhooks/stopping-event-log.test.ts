import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { logEvents } from '../../../test/deliver-events.ts'
import { startPortal } from '../../../test/portal.ts'

test('a node that stops while it writes says nothing against the place, and the next run has no rest', async () => {
  const stop = new AbortController()
  // It takes a connection and reads nothing.
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    socket.on('error', () => null)
    stop.abort()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const portal = await startPortal({ environment: { PORTAL_EVENT_LOG: `syslog://127.0.0.1:${port}` } })
  onTestFinished(() => portal.close())
  await portal.owner(
    'insert into event_log_places (name, position) values ($1, (select coalesce(max(sequence), 0) from audit_seals))',
    [portal.config.eventLog?.name],
  )
  await portal.owner(`insert into audit_events (event, after) values ('user_updated', '{}')`)
  await logEvents(portal, stop.signal)
  expect(stop.signal.aborted).toBe(true)
  const [place] = await portal.owner('select failures, next_attempt_at <= clock_now() as "isDue" from event_log_places')
  expect(place).toEqual({ failures: 0, isDue: true })
})
