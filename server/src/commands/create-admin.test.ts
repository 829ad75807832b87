import { PassThrough } from 'node:stream'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { listSections } from '@portico/contract/home/home.ts'
import { describe, expect, test, vi } from 'vitest'
import { asOwner, emptyDatabase } from '../../test/database.ts'
import { commandRunner } from '../../test/command.ts'
import { createAdminCommand } from './create-admin.ts'
import { migrateCommand } from './migrate.ts'

const commands = commandRunner()

const create = (options: Record<string, string> = {}) => {
  const all = {
    'user-name': 'grace.h',
    'first-name': 'Grace',
    'last-name': 'Hopper',
    email: 'grace@example.test',
    ...options,
  }
  return createAdminCommand(Object.entries(all).flatMap(([name, value]) => [`--${name}`, value]))
}
const printedPassword = () => /^ {2}(\S+)$/m.exec(commands.output)?.[1] ?? ''
const account = async (userName: string) =>
  (
    await commands.portal.owner(
      'select u.*, c.name as client_name from users u join clients c on c.id = u.client_id where user_name = $1',
      [userName],
    )
  )[0] ?? {}

describe('the operator who installs the portal', () => {
  test('gets an administrator with a password that is shown once and stored as a hash', async () => {
    await create({ client: 'Grace & Sons' })
    const password = printedPassword()
    expect(password).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/)
    expect(commands.output.split(password)).toHaveLength(2)
    const row = await account('grace.h')
    expect(row).toMatchObject({
      client_name: 'Grace & Sons',
      is_internal: true,
      may_sign_on_as: true,
      password_changed_at: null,
      password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
    })
    const everything = await commands.portal.owner(
      'select to_jsonb(u)::text as text from users u union all select to_jsonb(a)::text from audit_events a',
    )
    expect(everything.filter(({ text }) => String(text).includes(password))).toEqual([])
    const hours = (Number(row['temporary_password_expires_at']) - Date.now()) / 3_600_000
    expect(Math.round(hours)).toBe(24)
  })

  test('signs in with it once, and can administer everything after choosing a password (AUTZ-003, AUTZ-013..018)', async () => {
    await create({ 'user-name': 'ada.admin' })
    const password = printedPassword()
    const browser = await commands.portal.as({ userName: 'ada.admin', password })
    expect((await browser.send(listSections, { params: { uid: browser.userId } })).status).toBe(403)
    expect((await commands.portal.browser().trySignIn('ada.admin', password, { confirmed: true })).code).toBe('204')
    await commands.portal.owner(
      'update users set password_changed_at = now(), security_question_id = 1 where id = $1',
      [browser.userId],
    )
    const menu = await browser.call(getAdminMenu, { params: { uid: browser.userId } })
    expect(menu.map(({ pageNm }) => pageNm)).toEqual([
      'User Administration',
      'Application Settings',
      'Client Settings',
      'System Announcements',
      'Database Maintenance',
      'User List Report',
      'User Access Report',
      'PCI User Report',
      'Report Queue',
      'Audit Trail',
      'Mail Delivery',
    ])
  })

  test('finds the creation in the audit trail', async () => {
    await create({ 'user-name': 'audited.admin' })
    const { id } = await account('audited.admin')
    const events = await commands.portal.owner(
      'select event, actor_user_id, target_kind, target_id from audit_events where subject_user_id = $1',
      [id],
    )
    expect(events).toEqual([{ event: 'user_created', actor_user_id: null, target_kind: 'user', target_id: String(id) }])
  })

  test('finds the organization that came with it in the audit trail, and none where it was there', async () => {
    const added = () =>
      commands.portal.owner(
        `select event.client_id = client.id as "isOf", event.actor_user_id, event.after from audit_events event
           join clients client on client.id::text = event.target_id
          where event.event = 'client_added' and client.name = 'Recorded Ltd'`,
      )
    await create({ 'user-name': 'recorded.one', client: 'Recorded Ltd' })
    const once = [{ isOf: true, actor_user_id: null, after: { name: 'Recorded Ltd', by: 'create-admin' } }]
    expect(await added()).toEqual(once)
    await create({ 'user-name': 'recorded.two', client: 'Recorded Ltd' })
    expect(await added()).toEqual(once)
  })

  test('is asked for the name of the organization at the terminal, and needs the option without one', async () => {
    const lone = await emptyDatabase()
    try {
      vi.stubEnv('DATABASE_URL', lone.url)
      await migrateCommand([])
      await expect(create()).rejects.toThrow(/^--client is missing: it names your organization/)
      const terminal = Object.assign(new PassThrough(), { isTTY: true })
      vi.spyOn(process, 'stdin', 'get').mockReturnValue(terminal as never)
      terminal.write('Hopper & Daughters\n')
      await create()
      expect(commands.output).toContain('Name of your organization: ')
      const { rows } = await asOwner(lone, 'select c.name from users u join clients c on c.id = u.client_id')
      expect(rows).toEqual([{ name: 'Hopper & Daughters' }])
    } finally {
      await lone.drop()
    }
  })

  test('adds a second administrator to the same organization without naming it', async () => {
    await create({ 'user-name': 'first.admin', client: 'Grace & Sons' })
    await create({ 'user-name': 'second.admin' })
    expect(await account('second.admin')).toMatchObject({ client_name: 'Grace & Sons' })
  })
})

describe('it is refused with one message', () => {
  test('if something is missing or invalid', async () => {
    await expect(createAdminCommand([])).rejects.toThrow(/--user-name is missing; --first-name is missing/)
    await expect(create({ email: 'nowhere' })).rejects.toThrow(/^--email must be an e-mail address/)
    await expect(create({ 'user-name': 'a b' })).rejects.toThrow(/^--user-name must be/)
    await expect(create({ 'first-name': '<b>' })).rejects.toThrow(/^--first-name must be/)
    await expect(create({ color: 'red' })).rejects.toThrow(/Unknown option '--color'/)
    expect(commands.output).toBe('')
  })

  test('if the name is taken, whatever its case', async () => {
    await create({ 'user-name': 'taken.admin' })
    const before = await commands.portal.owner('select count(*) from users')
    await expect(create({ 'user-name': 'Taken.ADMIN' })).rejects.toThrow(/There is a user Taken.ADMIN already/)
    expect(await commands.portal.owner('select count(*) from users')).toEqual(before)
  })

  test('if the database is not prepared', async () => {
    const empty = await emptyDatabase()
    try {
      vi.stubEnv('DATABASE_URL', empty.url)
      await expect(create()).rejects.toThrow(/run "npm run portal -- migrate" first/)
    } finally {
      await empty.drop()
    }
  })
})
