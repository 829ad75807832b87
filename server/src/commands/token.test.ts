import { SERVICE_ACCOUNT_MAX_DAYS } from '@portico/contract/service-accounts/service-account-rules.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { commandRunner } from '../../test/command.ts'
import { program } from '../../test/service-accounts.ts'
import { tokenCommand } from './token.ts'

const commands = commandRunner()
const typed = async (...args: string[]) => {
  commands.clearOutput()
  await tokenCommand(args)
  return commands.output
}
const tokenIn = (output: string) => /portico_[0-9A-Za-z]{49}/.exec(output)?.[0] ?? ''
let uid = 0
beforeAll(async () => {
  const { make } = commands.portal
  const northgate = await make.client({ name: 'Northgate' })
  await make.user({ client_id: northgate, user_name: 'nora.north' })
  const owner = await make.user({ user_name: 'olive.owner', is_internal: true })
  await make.adminPages(owner, ['User Administration'])
  await make.user({ client_id: northgate, user_name: 'plain.north' })
  uid = owner.id
})

const create = (...more: string[]) =>
  typed('create', '--name', 'Payroll sync', '--owner', 'Olive.Owner', '--scopes', 'users:read', ...more)
const statusOf = async (token: string) =>
  (await program(commands.portal, token).send(listUsers, { params: { uid }, body: {} })).status

test('an operator makes a service account, lists it, exchanges its token with an overlap, and revokes it', async () => {
  expect(await typed('list')).toBe('There is no service account.\n')
  const made = await create('--client', 'Northgate', '--networks', '127.0.0.1, ::1/128', '--days', '30')
  expect(made).toContain(`Its calls name the number of its owner: uid ${uid}.`)
  const first = tokenIn(made)
  expect(await statusOf(first)).toBe(200)
  const [id = ''] = /(?<=service account )\d+/.exec(made) ?? []
  expect(await typed('list')).toMatch(
    new RegExp(
      `^${id}  Payroll sync, for Northgate, owned by olive.owner: users:read, from 127.0.0.1/32, ::1/128, until .* UTC\n` +
        `    token \\d+  ${first.slice(0, 16)}…  until .* UTC, last used .* UTC\n$`,
    ),
  )

  const second = tokenIn(await typed('rotate', id))
  expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])
  await expect(typed('rotate', id)).rejects.toThrow('Two tokens of this service account work already')
  await commands.portal.moveClock('8 days')
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200])
  const third = tokenIn(await typed('rotate', id, '--overlap-days', '0'))
  expect([await statusOf(second), await statusOf(third)]).toEqual([401, 200])

  const [number = ''] = /(?<=token )\d+/.exec(await typed('list')) ?? []
  expect(await typed('revoke', id, '--token', number)).toBe(`Token ${number} is revoked.\n`)
  expect(await statusOf(third)).toBe(401)
  await expect(typed('revoke', id, '--token', number)).rejects.toThrow('no such token that works')
  expect(await typed('revoke', id)).toBe(`Service account ${id} is revoked with all of its tokens.\n`)
  for (const action of ['revoke', 'rotate'])
    await expect(typed(action, id)).rejects.toThrow('There is no such service account, or it is revoked.')

  const events = await commands.portal.owner(
    `select event, after->>'by' as by, count(*)::int from audit_events where target_kind = 'service-account' group by 1, 2 order by 1, 2`,
  )
  expect(events).toEqual([
    { event: 'service_account_changed', by: 'token create', count: 1 },
    { event: 'service_account_changed', by: 'token revoke', count: 1 },
    { event: 'service_token_changed', by: 'token create', count: 1 },
    { event: 'service_token_changed', by: 'token revoke', count: 1 },
    { event: 'service_token_changed', by: 'token rotate', count: 4 },
  ])
  const owners = await commands.portal.owner(
    `select distinct subject_user_id, after::text like '%owner%' as is_named from audit_events where target_kind = 'service-account'`,
  )
  expect(owners).toEqual([{ subject_user_id: uid, is_named: false }])
  const stored = JSON.stringify(await commands.portal.owner('select before, after from audit_events'))
  expect([first, second, third].filter((token) => stored.includes(token))).toEqual([])
})

test('an account that has ended gets no new token', async () => {
  const made = await typed(
    'create',
    '--name',
    'Brief',
    '--owner',
    'olive.owner',
    '--scopes',
    'users:read',
    '--days',
    '1',
  )
  const [id = ''] = /(?<=service account )\d+/.exec(made) ?? []
  await commands.portal.owner(`update service_accounts set ends_at = clock_now() where id = $1`, [id])
  await expect(typed('rotate', id)).rejects.toThrow('This service account has ended: make a new one.')
})

describe('what cannot be is refused with a sentence, and makes nothing', () => {
  const refusals: [why: string, args: string[]][] = [
    ['--name must not be empty.', ['--name', ' ']],
    ['--name must not be longer than 100 characters.', ['--name', 'n'.repeat(101)]],
    ['--owner is missing.', ['--owner', '']],
    ['There is no user "nobody.here".', ['--owner', 'nobody.here']],
    ["The owner can't open the page Audit Trail, which the scope audit:read needs.", ['--scopes', 'audit:read']],
    ['A service account of the installation needs an internal owner', ['--owner', 'plain.north']],
    ['There is no scope "users:all". There are: users:read, users:write', ['--scopes', 'users:all']],
    ['--scopes must name at least one scope.', ['--scopes', ',']],
    ['The scope scim is for one employer: name it with --client.', ['--scopes', 'scim']],
    ['The scope catalog:read is for the installation', ['--client', 'Northgate', '--scopes', 'catalog:read']],
    ['There is no organization "Nowhere".', ['--client', 'Nowhere']],
    ['--networks must have addresses or networks such as 10.1.0.0/16.', ['--networks', '10.1.0.0/33']],
    ['--networks must have addresses or networks such as 10.1.0.0/16.', ['--networks', 'fe80::1%eth0']],
    ['--networks has more than 20 entries.', ['--networks', Array.from({ length: 21 }, () => '10.0.0.1').join(',')]],
    ['--days must be 1 to 365.', ['--days', String(SERVICE_ACCOUNT_MAX_DAYS + 1)]],
    ['--days must be 1 to 365.', ['--days', '0']],
    ['--days must be a whole number.', ['--days', 'soon']],
  ]
  test.each(refusals)('%s', async (why, args) => {
    const count = async () => (await commands.portal.owner('select count(*)::int as n from service_accounts'))[0]?.['n']
    const before = await count()
    await expect(create(...args)).rejects.toThrow(why)
    expect(await count()).toBe(before)
  })

  test('a second account of the same name, an inactive owner, and one of another employer', async () => {
    const { make } = commands.portal
    await create()
    await expect(create('--name', 'payroll SYNC')).rejects.toThrow('There is a service account of this name already.')
    await make.user({ user_name: 'ina.inactive', is_internal: true, status: 2 })
    await expect(create('--name', 'Other', '--owner', 'ina.inactive')).rejects.toThrow('The owner must be active.')
    await make.user({ user_name: 'oscar.other', client_id: await make.client({ name: 'Southgate' }) })
    await expect(create('--name', 'Other', '--owner', 'oscar.other', '--client', 'Northgate')).rejects.toThrow(
      'The owner belongs to another employer.',
    )
  })

  test('a wrong number, and an overlap of more than 30 days', async () => {
    await expect(typed('rotate', 'first')).rejects.toThrow('Name the service account by its number')
    await expect(typed('rotate', '1', '--overlap-days', '31')).rejects.toThrow('--overlap-days must be 30 at most.')
  })
})
