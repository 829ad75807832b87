import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { commandRunner } from '../../test/command.ts'
import { type MailServer, startMailServer } from '../../test/mail-server.ts'
import { mailsCommand } from './mails.ts'

const commands = commandRunner()
let server: MailServer
beforeAll(async () => {
  server = await startMailServer()
})
afterAll(() => server.stop())
beforeEach(() => commands.portal.owner('delete from outbox_mails'))

const dead = async () => {
  const [row] = await commands.portal.owner(
    `insert into outbox_mails (dedupe_key, to_address, template, fields, state, attempts, last_error)
     values ('dead', 'gone@example.test', 'test', '{}', 'dead', 1, 'The mail server answered 550 no such user') returning id`,
  )
  return String(row?.['id'])
}

describe('an operator who wants to know why a mail did not arrive', () => {
  test('reads which did not, to whom, and the mail server’s answer', async () => {
    await mailsCommand([])
    expect(commands.output).toBe('No mail is in trouble.\n')
    commands.clearOutput()
    const id = await dead()
    await mailsCommand([])
    expect(commands.output).toContain(`${id}  `)
    expect(commands.output).toContain(
      'test to gone@example.test: given up after 1 try\n    The mail server answered 550 no such user',
    )
  })

  test('reads how many there are beside the newest 200', async () => {
    await commands.portal.owner(
      `insert into outbox_mails (dedupe_key, to_address, template, state, created_at)
       select 'many ' || n, 'reader' || n || '@example.test', 'test', 'dead', clock_now() - n * interval '1 minute'
         from generate_series(1, 203) n`,
    )
    await mailsCommand([])
    expect(commands.output).toContain('test to reader200@example.test: given up')
    expect(commands.output).not.toContain('reader201@')
    expect(commands.output).toContain('\n\n3 older ones: see Mail Delivery in the portal.\n')
  })

  test('sends one again', async () => {
    const id = await dead()
    await mailsCommand(['retry', id])
    expect(commands.output).toContain(`Mail ${id} leaves as soon as the portal runs.`)
    expect(await commands.portal.owner('select state, attempts from outbox_mails')).toEqual([
      { state: 'waiting', attempts: 0 },
    ])
    await expect(mailsCommand(['retry', id])).rejects.toThrow(`There is no mail ${id} that was given up`)
    await expect(mailsCommand(['retry', 'all'])).rejects.toThrow('There is no mail all')
  })

  test('sends it from a database that was migrated and never served: the queue is created', async () => {
    await commands.portal.owner(`select jobs.delete_queue('deliver-mail')`)
    const id = await dead()
    await mailsCommand(['retry', id])
    expect(await commands.portal.owner(`select name from jobs.job where name = 'deliver-mail'`)).toHaveLength(1)
  })

  test('learns that an empty database must be migrated first', async () => {
    await commands.portal.owner('create table kept_migrations as table schema_migrations')
    await commands.portal.owner('delete from schema_migrations')
    await expect(mailsCommand([])).rejects.toThrow('run "npm run portal -- migrate" first')
    await commands.portal.owner('insert into schema_migrations table kept_migrations')
  })

  test('reads the usage', async () => {
    for (const wrong of [['retry'], ['remove', '1'], ['retry', '1', '2']])
      await expect(mailsCommand(wrong)).rejects.toThrow('Usage: npm run portal -- mails')
  })
})

describe('an operator who sets up mail', () => {
  const use = (url: string) => {
    vi.stubEnv('PORTAL_SMTP_URL', url)
    vi.stubEnv('PORTAL_MAIL_FROM', 'portal@portal.example.test')
  }

  test('sends a test mail and sees it arrive', async () => {
    use(`smtp://127.0.0.1:${server.port}`)
    await mailsCommand(['test', 'ada@example.test'])
    expect(commands.output).toBe('The mail server has taken the test mail to ada@example.test.\n')
    expect(server.arrived).toMatchObject([
      { to: ['ada@example.test'], parsed: { subject: 'Test email from the portal' } },
    ])
  })

  test('reads the error instead', async () => {
    await expect(mailsCommand(['test', 'ada@example.test'])).rejects.toThrow('PORTAL_SMTP_URL is not set')
    use('smtp://127.0.0.1:9')
    await expect(mailsCommand(['test', 'ada@example.test'])).rejects.toThrow(
      'Not sent. The mail server cannot be reached, or is not trusted (ESOCKET ECONNREFUSED).',
    )
    await expect(mailsCommand(['test', 'a@b.test, c@d.test'])).rejects.toThrow('not one plain address')
  })
})
