import { listUsers } from '@portico/contract/users/users.ts'
import { expect, test } from 'vitest'
import { startPortal } from '../../test/portal.ts'
import { makeServiceAccount, program } from '../../test/service-accounts.ts'
import { endAccess } from './end-access.ts'

test('after a restoration nobody is signed in, and programs need new tokens', async () => {
  const portal = await startPortal()
  const owner = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(owner, ['User Administration'])
  const person = await portal.as(owner)
  const { token } = await makeServiceAccount(portal, { owner, scopes: ['users:read'] })
  const expired = await makeServiceAccount(portal, { owner, scopes: ['users:read'] })
  await portal.owner('update service_tokens set expires_at = clock_now() where id = $1', [expired.tokenId])
  const call = { params: { uid: owner.id }, body: {} }
  const answers = async () => {
    const [byPerson, byProgram] = [
      await person.send(listUsers, call),
      await program(portal, token).send(listUsers, call),
    ]
    return [byPerson.status, byProgram.status]
  }
  expect(await answers()).toEqual([200, 200])
  const connection = { query: async (text: string) => ({ rows: await portal.owner(text) }) }
  expect(await endAccess(connection)).toBe(1)
  expect(await answers()).toEqual([401, 401])
  await portal.close()
})
