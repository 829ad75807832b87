import { listSections } from '@portico/contract/home/home.ts'
import { describe, expect, test, vi } from 'vitest'
import { commandRunner } from '../../test/command.ts'
import { openSession } from '../../test/guards/people.ts'
import { runProgram, SECRET_KEYS } from '../../test/program.ts'
import { clientsCommand } from './clients.ts'
import { usersCommand } from './users.ts'

const commands = commandRunner()

const run = (...args: string[]) =>
  runProgram(args, { DATABASE_URL: commands.portal.config.databaseUrl ?? '', PORTAL_SECRET_KEYS: SECRET_KEYS })
/** The same without a process of its own. */
const typed = async (...args: string[]) => {
  commands.clearOutput()
  await usersCommand(args)
  return commands.output
}
const printedPassword = (output: string) => /^ {2}(\S+)$/m.exec(output)?.[1] ?? ''
const eventsAbout = (userId: number) =>
  commands.portal.owner(
    `select event, actor_user_id, before, after from audit_events
      where subject_user_id = $1 and event in ('user_created', 'authz_admin', 'authn_password_change') order by id`,
    [userId],
  )

describe('the operator of a portal that no one can sign in to', () => {
  test('gives the first administrator a new temporary password after the first one was used', async () => {
    const words = 'create-admin --user-name first.admin --first-name Ada --last-name L --email ada@example.test'
    const { output } = await run(...words.split(' '), '--client', 'Operator & Sons')
    const used = printedPassword(output)
    await commands.portal.as({ userName: 'first.admin', password: used })
    expect((await commands.portal.browser().trySignIn('first.admin', used, { confirmed: true })).code).toBe('204')

    const reset = await run('users', 'reset-password', ' First.Admin ')
    expect(reset).toMatchObject({ code: 0, output: expect.stringContaining('The password of first.admin is reset') })
    const browser = commands.portal.browser()
    expect((await browser.trySignIn('first.admin', printedPassword(reset.output))).code).toBe('200')
    expect(await eventsAbout(browser.userId)).toMatchObject([
      { event: 'user_created' },
      { event: 'authn_password_change', actor_user_id: null, after: { by: 'users reset-password', isMailed: false } },
    ])
    const stored = await commands.portal.owner(
      'select to_jsonb(u)::text as text from users u union all select to_jsonb(a)::text from audit_events a',
    )
    expect(stored.filter(({ text }) => String(text).includes(printedPassword(reset.output)))).toEqual([])
  })

  test('emails the temporary password instead of printing it; sessions and an open recovery link end', async () => {
    const user = await commands.portal.make.user({ user_name: 'by.mail' })
    const browser = await openSession(commands.portal, user)
    await commands.portal.owner(
      "insert into recovery_links (user_id, token_hash, expires_at) values ($1, 'x', now() + interval '1 hour')",
      [user.id],
    )
    await expect(typed('reset-password', user.userName, '--mail')).rejects.toThrow(
      'No mail server is set (PORTAL_SMTP_URL): leave --mail out',
    )
    vi.stubEnv('PORTAL_SMTP_URL', 'smtp://localhost')
    vi.stubEnv('PORTAL_MAIL_FROM', 'portal@example.test')
    const output = await typed('reset-password', user.userName, '--mail')
    expect(printedPassword(output)).toBe('')
    expect(output).toContain('is mailed to by.mail@example.test')
    expect((await browser.send(listSections, { params: { uid: user.id } })).status).toBe(401)
    expect(await commands.portal.owner('select from recovery_links where user_id = $1', [user.id])).toEqual([])
    expect(
      await commands.portal.owner(
        "select template, fields ->> 'reason' as reason from outbox_mails where to_address = 'by.mail@example.test'",
      ),
    ).toEqual([{ template: 'temporary-password', reason: 'administrator' }])
  })

  test('creates a user of an existing organization', async () => {
    await commands.portal.make.client({ name: 'Harbor Freight' })
    const options = ['--first-name', 'Grace', '--last-name', 'Hopper', '--email', 'grace@example.test']
    const create = (...more: string[]) => run('users', 'create', '--user-name', 'grace.h', ...options, ...more)
    await expect(typed('create', '--user-name', 'grace.h', ...options, '--client', 'Nowhere')).rejects.toThrow(
      'There is no organization "Nowhere".',
    )
    const { code, output } = await create('--client', 'harbor freight')
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('grace.h of Harbor Freight') })
    const [row] = await commands.portal.owner("select id, is_internal from users where user_name = 'grace.h'")
    expect(row).toMatchObject({ is_internal: false })
    expect(await eventsAbout(Number(row?.['id']))).toMatchObject([
      { event: 'user_created', after: { by: 'users create', isInternal: false } },
    ])
    await expect(typed('create', '--user-name', 'Grace.H', ...options, '--client', 'Harbor Freight')).rejects.toThrow(
      'There is a user Grace.H already',
    )
    await expect(typed('create', '--user-name', 'x')).rejects.toThrow(
      /^--user-name must be .*; --first-name is missing; .*Usage: npm run portal/,
    )
  })

  test('unlocks a user: locks by guesses and by administrators', async () => {
    const user = await commands.portal.make.user({ user_name: 'locked.out' })
    await commands.portal.owner(
      "update user_sign_ins set attempts = 5, attempts_since = now(), locked_until = 'infinity' where user_id = $1",
      [user.id],
    )
    expect((await commands.portal.browser().trySignIn(user.userName, user.password)).code).toBe('204')
    expect(await run('users', 'unlock', user.userName)).toEqual({ code: 0, output: 'locked.out is unlocked.' })
    expect((await commands.portal.browser().trySignIn(user.userName, user.password)).code).toBe('200')
    expect(await eventsAbout(user.id)).toEqual([
      {
        event: 'authz_admin',
        actor_user_id: null,
        before: { isLocked: true },
        after: { isLocked: false, by: 'users unlock' },
      },
    ])
  })

  test('deactivates a user, whose session ends at once, and activates them again', async () => {
    const user = await commands.portal.make.user({ user_name: 'on.leave' })
    const browser = await openSession(commands.portal, user)
    expect(await run('users', 'deactivate', user.userName)).toEqual({
      code: 0,
      output: 'on.leave is inactive; their sessions have ended.',
    })
    expect((await browser.send(listSections, { params: { uid: user.id } })).status).toBe(401)
    expect(await typed('deactivate', user.userName)).toBe('on.leave is inactive already.\n')
    expect(await run('users', 'activate', user.userName)).toEqual({ code: 0, output: 'on.leave is active.' })
    expect((await browser.send(listSections, { params: { uid: user.id } })).status).toBe(401)
    expect((await commands.portal.browser().trySignIn(user.userName, user.password, { confirmed: true })).code).toBe(
      '200',
    )
    expect((await eventsAbout(user.id)).map(({ before, after }) => ({ before, after }))).toEqual([
      { before: { status: 'active' }, after: { status: 'inactive', by: 'users deactivate' } },
      { before: { status: 'inactive' }, after: { status: 'active', by: 'users activate' } },
    ])
  })

  test('ends the sessions of a user, also those in which they act as another user', async () => {
    const user = await commands.portal.make.user({ user_name: 'lost.laptop' })
    const other = await commands.portal.make.user()
    const [own, emulated] = [await openSession(commands.portal, user), await openSession(commands.portal, other)]
    await commands.portal.make.emulation(user, other)
    expect(await run('users', 'end-sessions', user.userName)).toEqual({
      code: 0,
      output: '2 sessions of lost.laptop have ended.',
    })
    expect((await own.send(listSections, { params: { uid: user.id } })).status).toBe(401)
    expect((await emulated.send(listSections, { params: { uid: other.id } })).status).toBe(401)
    expect(await eventsAbout(user.id)).toMatchObject([{ after: { endedSessions: 2, by: 'users end-sessions' } }])
  })

  test('lists users with their status, by a part of their name', async () => {
    await commands.portal.make.user({ user_name: 'listed.one', status: 2, first_name: 'Per%cent' })
    const { output } = await run('users', 'list', '--search', 'per%c')
    expect(output).toMatch(
      /^listed\.one {2}Per%cent Lovelace {2}listed\.one@example\.test {2}.* {2}inactive {2}never signed in$/,
    )
    expect(await typed('list', '--search', 'nobody like this')).toBe('No users found.\n')
  })

  test('neither lists nor changes a user who was deleted or erased', async () => {
    for (const status of [3, 4]) {
      const gone = await commands.portal.make.user({ user_name: `gone.${status}`, last_name: 'Gone' })
      await commands.portal.owner('update users set status = $2 where id = $1', [gone.id, status])
      await expect(typed('activate', gone.userName)).rejects.toThrow(`There is no user ${gone.userName}.`)
    }
    expect(await typed('list', '--search', 'gone.')).toBe('No users found.\n')
  })

  test('gets an error for a mistyped name, a directory user and a wrong call; nothing changes', async () => {
    const user = await commands.portal.make.user({ user_name: 'of.company', sign_in_kind: 'directory' })
    expect(await run('users', 'unlock', 'nobody.at.all')).toEqual({
      code: 1,
      output: 'There is no user nobody.at.all.',
    })
    await expect(typed('reset-password', user.userName)).rejects.toThrow('signs in at their company')
    await expect(typed('unlock')).rejects.toThrow('Usage: npm run portal -- users unlock USER-NAME')
    await expect(typed('unlock', 'a', '--force')).rejects.toThrow("Unknown option '--force'")
    await expect(typed()).rejects.toThrow('Choose an action.\nnpm run portal -- users list')
    for (const unknown of ['lst', 'constructor'])
      await expect(typed(unknown)).rejects.toThrow(
        `users has no action ${unknown}. Choose one of these.\nnpm run portal -- users list`,
      )
    expect(await eventsAbout(user.id)).toEqual([])
  })

  test.each(['list', 'create', 'unlock', 'activate', 'deactivate', 'reset-password', 'end-sessions'])(
    'reads what users %s does',
    async (action) => {
      const help = await typed(action, '--help')
      expect(help).toMatch(new RegExp(`^npm run portal -- users ${action}( .*)?\\n {4}\\S`))
      // Each option has a line for its name and one for its meaning.
      const [usage = '', , ...explained] = help.trim().split('\n')
      const options = usage.replace('npm run portal -- ', '').match(/--[a-z-]+/g) ?? []
      expect(explained).toHaveLength(2 * options.length)
    },
  )

  test('reads the help through the program, without a database', async () => {
    const { code, output } = await runProgram(['users', '--help'], {})
    expect({ code, actions: output.match(/^npm run portal -- users/gm)?.length }).toEqual({ code: 0, actions: 7 })
  })
})

describe('organizations', () => {
  test('are added with a code of their own, once, and the addition is audited', async () => {
    expect(await run('clients', 'create', ' Quay  Lines ', '--code', 'quay')).toEqual({
      code: 0,
      output: '"Quay Lines" has been added.',
    })
    expect(await run('clients', 'create', 'Plain Lines')).toMatchObject({ code: 0 })
    const added = await commands.portal.owner(
      `select before, after from audit_events where event = 'client_added' and after ->> 'by' = 'clients create'`,
    )
    expect(added).toEqual([
      { before: null, after: { name: 'Quay Lines', code: 'quay', by: 'clients create' } },
      { before: null, after: { name: 'Plain Lines', by: 'clients create' } },
    ])
    const refusals: [string[], string][] = [
      [['quay lines'], 'There is an organization "quay lines" already.'],
      [['Other', '--code', 'QUAY'], 'There is an organization with the code "QUAY" already.'],
      [[' '], 'The name is empty.'],
      [['x'.repeat(101)], 'The name is too long.'],
      [['Other', '--code', ' '], 'The code is empty.'],
      [
        ['Other', '--code', 'a b'],
        'The code must have letters, digits, - and _ only, and begin with a letter or digit.',
      ],
    ]
    for (const [args, sentence] of refusals) await expect(clientsCommand(['create', ...args])).rejects.toThrow(sentence)
    expect((await run('clients', 'list')).output).not.toContain('Other')
  })

  test('are listed and renamed, and the change is audited', async () => {
    const id = await commands.portal.make.client({ name: 'Operator' })
    await commands.portal.make.client({ name: 'Taken Name' })
    expect(await run('clients', 'rename', 'operator', 'Lindqvist & Co')).toEqual({
      code: 0,
      output: '"Operator" is called "Lindqvist & Co" now.',
    })
    expect((await run('clients', 'list')).output).toContain('Lindqvist & Co  0 users')
    expect(
      await commands.portal.owner(
        "select before, after from audit_events where target_kind = 'client' and target_id = $1",
        [String(id)],
      ),
    ).toEqual([{ before: { name: 'Operator' }, after: { name: 'Lindqvist & Co', by: 'clients rename' } }])
    // Its own name in other letters is free.
    expect(await run('clients', 'rename', 'Lindqvist & Co', 'LINDQVIST & Co')).toMatchObject({ code: 0 })
    await expect(clientsCommand(['rename', 'Lindqvist & Co', 'taken name'])).rejects.toThrow(
      'There is an organization "Taken Name" already.',
    )
    await expect(clientsCommand(['rename', 'Gone', 'X'])).rejects.toThrow('There is no organization "Gone".')
    await clientsCommand(['rename', '--help'])
    expect(commands.output).toContain('renames an organization')
  })
})
