import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { PortalEvent } from './events.ts'

test('the published JSON schema is that of the events', async () => {
  const schema = z.toJSONSchema(PortalEvent, { io: 'input', unrepresentable: 'any' })
  await expect(`${JSON.stringify({ $id: 'urn:portico:event:v1', ...schema }, null, 2)}\n`).toMatchFileSnapshot(
    '../../../docs/events/event-v1.schema.json',
  )
})
