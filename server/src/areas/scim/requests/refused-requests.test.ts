import { listDirectoryRequests } from '@portico/contract/scim/directory-groups.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../../../test/browser.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { directoryCalls } from '../../../../test/scim.ts'
import { makeServiceAccount } from '../../../../test/service-accounts.ts'

let portal: Portal
let admin: Browser
beforeAll(async () => {
  portal = await startPortal({ environment: { PORTAL_RATE_LIMIT: 'on' } })
  const user = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(user, ['User Administration'])
  admin = await portal.as(user)
})
afterAll(() => portal.close())

test('I read of requests from an address that the token does not allow, and once that there were more than the limit', async () => {
  const clientId = await portal.make.client()
  const wanted = { owner: { id: admin.userId }, scopes: ['scim'], clientId, networks: ['192.0.2.0/24'] } as const
  const { token } = await makeServiceAccount(portal, wanted)
  const call = directoryCalls(portal.origin, token)
  expect((await call('GET', '/Users')).status).toBe(403)
  const [request] = await admin.call(listDirectoryRequests, { params: { uid: admin.userId, clientId }, query: {} })
  expect(request).toMatchObject({ methodCd: 'GET', statusCd: 403, reasonTxt: expect.stringContaining('address') })
  let status = 403
  while (status === 403) status = (await call('GET', '/Users')).status
  expect(status).toBe(429)
  for (let more = 3; more > 0; more--) expect((await call('GET', '/Users')).status).toBe(429)
  const [limited] = await admin.call(listDirectoryRequests, { params: { uid: admin.userId, clientId }, query: {} })
  expect(limited).toMatchObject({ statusCd: 429, reasonTxt: expect.stringMatching(/./) })
  expect(
    await portal.owner('select count(*)::integer from scim_requests where client_id = $1 and status = 429', [clientId]),
  ).toEqual([{ count: 1 }])
})
