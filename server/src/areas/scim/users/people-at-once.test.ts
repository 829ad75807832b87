import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { type Directory, newDirectory, personOf } from '../../../../test/scim.ts'
import { waitingStatements } from '../../../../test/waiting-statements.ts'

const AT_ONCE = 8

let portal: Portal
let directory: Directory
let count = 0
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  directory = await newDirectory(portal)
})

const provide = (name: string) => directory.call('POST', '/Users', personOf(name, { externalId: name }))

/** A person whom the directory has deleted. */
async function formerPerson(): Promise<string> {
  const name = `former.${++count}`
  const { body } = await provide(name)
  await directory.call('DELETE', `/Users/${String(body['id'])}`)
  return name
}

async function userIdOf(name: string): Promise<number> {
  const [account] = await portal.owner('select id from users where user_name = $1', [name])
  return Number(account?.['id'])
}

test('a directory that gives people back while it provides new ones is refused nothing', async () => {
  const former = await Promise.all(Array.from({ length: AT_ONCE }, formerPerson))
  const names = former.flatMap((name) => [name, `new.${++count}`])
  const answers = await Promise.all(names.map(provide))
  expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201))
  expect(answers.every(({ body }) => body['active'])).toBe(true)
})

test('a person whose account is created at the same moment gets that account', async () => {
  const name = `other.way.${++count}`
  const creation = new pg.Client(portal.config.databaseUrl)
  await creation.connect()
  await creation.query('begin')
  await creation.query(
    `insert into users (user_name, first_name, last_name, email, client_id, sign_in_kind)
     values ($1, 'Ada', 'Lovelace', $2, $3, 'federated')`,
    [name, `${name}@elsewhere.test`, directory.clientId],
  )
  const provided = provide(name)
  await expect.poll(() => waitingStatements(portal)).toBe(1)
  await creation.query('commit')
  await creation.end()
  const { status, body } = await provided
  expect({ status, userName: body['userName'] }).toEqual({ status: 201, userName: name })
  const linked = await portal.owner('select user_id::int from scim_users where user_id = $1', [await userIdOf(name)])
  expect(linked).toHaveLength(1)
})

describe('while a person is created, who has the count of users first', () => {
  let creation: pg.Client
  let mover: pg.Client
  beforeEach(async () => {
    creation = new pg.Client(portal.config.databaseUrl)
    mover = new pg.Client(portal.config.databaseUrl)
    await Promise.all([creation.connect(), mover.connect()])
    await creation.query('begin')
  })
  afterEach(() => Promise.all([creation.end(), mover.end()]))

  /** The creation takes both counts while the other change waits for it. */
  async function createMeanwhile() {
    await expect.poll(() => waitingStatements(portal)).toBe(1)
    await creation.query('update scim_user_blocks set people = people where client_id = $1', [directory.clientId])
    await creation.query('commit')
  }
  const move = (userId: number, clientId: number) =>
    mover.query('update users set client_id = $2 where id = $1', [userId, clientId])
  const lockUsers = (clientId: number) =>
    creation.query('update user_counts set users = users where client_id = $1', [clientId])

  test('another one comes back', async () => {
    const name = await formerPerson()
    await lockUsers(directory.clientId)
    const provided = provide(name)
    await createMeanwhile()
    expect(await provided).toMatchObject({ status: 201, body: { active: true } })
  })

  test('another one moves to another employer, and back', async () => {
    const name = `mover.${++count}`
    const { body } = await provide(name)
    const userId = await userIdOf(name)
    const other = await portal.make.client()
    const address = `/Users/${String(body['id'])}`
    await lockUsers(directory.clientId)
    const moved = move(userId, other)
    await createMeanwhile()
    await moved
    expect((await directory.call('GET', address)).status).toBe(404)
    await move(userId, directory.clientId)
    expect(await provide(name)).toMatchObject({ status: 201, body: { active: true } })
  })
})
