import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../server/test/mail-server.ts'
import { compiledCode, serverArguments } from '../tools/lib/serve.mjs'
import { createTempFolder, type RunningPortal, startServer } from './server.ts'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

const CHOSEN = 'seven calm herons wading'
const TEMPORARY = /[a-z2-9]{5}(?:-[a-z2-9]{5}){3}/

const LINK = /http\S+#\S+/

let folder: string
let portal: RunningPortal
let mailServer: MailServer
/** How many mails the mail server has refused. */
let refused = 0
beforeAll(async () => {
  await openBrowser()
  mailServer = await startMailServer()
  folder = await createTempFolder()
  portal = await startPortal()
})
afterAll(async () => {
  await closeBrowser()
  await portal.stop()
  await mailServer.stop()
  await rm(folder, { recursive: true, force: true })
})

const startPortal = (more: Record<string, string> = {}) =>
  startServer(
    {
      PORTAL_DEMO: 'off',
      PORTAL_RATE_LIMIT: 'on',
      PORTAL_SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
      PORTAL_MAIL_FROM: 'portal@lindqvist.example',
      ...more,
    },
    folder,
  )

/** Runs an operator command beside the running portal and returns its output. */
async function run(command: string): Promise<string> {
  const settings = { PORTAL_DEMO: 'off', PORTAL_DATA_DIR: path.join(folder, 'data') }
  const env = { PATH: process.env['PATH'], ...compiledCode, ...settings }
  const { stdout } = await promisify(execFile)(process.execPath, serverArguments(...command.split(' ')), {
    env,
    cwd: folder,
  })
  return stdout
}

async function atSignIn(more = {}): Promise<Visitor> {
  const visitor = await newVisitor(more)
  await visitor.page.goto(`${portal.origin}/login`)
  return visitor
}

async function choosePassword({ page }: Visitor, temporary: string, next: string): Promise<void> {
  await page.getByRole('dialog', { name: 'Choose your own password' }).waitFor()
  await page.getByLabel('Temporary password').fill(temporary)
  await page.getByLabel('New password', { exact: true }).fill(next)
  await page.getByLabel('Confirm new password').fill(next)
  await page.getByRole('button', { name: 'Change password' }).click()
}

async function saveQuestion({ page }: Visitor, password: string): Promise<void> {
  await page.getByLabel('Answer').fill('a blue heron')
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Save and continue' }).click()
}

test('the first administrator is created by a command, chooses a password and reaches home; when another sign-in ends the session, they see why and find their unsaved entries (PSWD-016, SIGN-036, SIGN-037, SIGN-039, SIGN-042, SESS-025)', async () => {
  mailServer.answers.to = () => {
    refused++
    return '550 no such mailbox'
  }
  const printed = await run(
    'create-admin --user-name first.admin --first-name Ada --last-name Lindqvist --email ada@lindqvist.example --client Lindqvist',
  )
  const temporary = TEMPORARY.exec(printed)?.[0] ?? ''
  const ada = await atSignIn()
  await ada.fillSignIn('first.admin', temporary)
  await choosePassword(ada, temporary, CHOSEN)
  await ada.page.getByRole('heading', { name: 'Set up your account' }).waitFor()
  await ada.page.getByRole('combobox', { name: 'Security question' }).selectOption({ index: 3 })
  const chosen = await ada.page.getByRole('combobox', { name: 'Security question' }).inputValue()

  const elsewhere = await atSignIn()
  await elsewhere.fillSignIn('first.admin', CHOSEN)
  await elsewhere.page.getByRole('button', { name: 'Continue here' }).click()
  await elsewhere.page.getByRole('heading', { name: 'Set up your account' }).waitFor()

  await saveQuestion(ada, CHOSEN)
  await ada.page.getByText(/because you signed in somewhere else/).waitFor()
  await ada.page.getByText(/We’ll restore what you typed when you sign in/).waitFor()
  await ada.expectAccessible()
  expect(await ada.page.evaluate(() => JSON.stringify(Object.values(sessionStorage)))).not.toContain('heron')
  await ada.fillSignIn('first.admin', CHOSEN)
  await ada.page.getByRole('button', { name: 'Continue here' }).click()
  await ada.page.getByRole('heading', { name: 'Set up your account' }).waitFor()
  expect(await ada.page.getByRole('combobox', { name: 'Security question' }).inputValue()).toBe(chosen)
  expect(await ada.page.getByLabel('Answer').inputValue()).toBe('')
  await saveQuestion(ada, CHOSEN)
  await ada.page.getByRole('button', { name: 'Account menu' }).waitFor()
  expect(new URL(ada.page.url()).pathname).toBe('/content-authenticated/home')
  ada.expectCleanConsole(/401/)
})

test('a mail that the mail server refused is listed, and is sent again once the server accepts it', async () => {
  await expect.poll(() => refused).toBeGreaterThan(0)
  const ada = await atSignIn({ width: 360, dark: true })
  await ada.fillSignIn('first.admin', CHOSEN)
  await ada.page.getByRole('button', { name: 'Continue here' }).click()
  await ada.page.getByRole('button', { name: 'Administration' }).click()
  await ada.page.getByRole('menuitem', { name: 'Mail Delivery' }).click()
  await ada.page.getByText('550 no such mailbox').first().waitFor()
  await ada.expectAccessible()
  mailServer.answers = {}
  await ada.page.getByRole('button', { name: 'Actions for Password changed to ada@lindqvist.example' }).click()
  await Promise.all([
    ada.waitForText('Email queued for sending.'),
    ada.page.getByRole('menuitem', { name: 'Resend' }).click(),
  ])
  await expect.poll(() => mailServer.arrived.map(({ to }) => to)).toEqual([['ada@lindqvist.example']])
  ada.expectCleanConsole()
  await ada.signOut()
})

test('after a forgotten password, a temporary one arrives by mail, and a new one signs the user in (PSWD-001, PSWD-003..008, PSWD-032)', async () => {
  const visitor = await atSignIn()
  const { page } = visitor
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  // The sign-in page may still be shown and has a field of the same name.
  await page.getByText('Step 1 of 3').waitFor()
  await page.getByLabel('User ID').fill('first.admin')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Step 2 of 3').waitFor()
  await page.keyboard.type('A Blue Heron')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Login' }).click()
  const isTemporary = ({ parsed }: MailServer['arrived'][number]) => parsed.subject === 'Your temporary password'
  await expect.poll(() => mailServer.arrived.some(isTemporary)).toBe(true)
  const mail = mailServer.arrived.find(isTemporary)
  expect(mail?.to).toEqual(['ada@lindqvist.example'])
  const temporary = TEMPORARY.exec(mail?.parsed.text ?? '')?.[0] ?? ''
  await visitor.fillSignIn('first.admin', temporary)
  await Promise.all([
    visitor.waitForText('Your password has been changed.'),
    choosePassword(visitor, temporary, 'eleven loud geese flying'),
  ])
  await expect.poll(() => new URL(page.url()).pathname).toBe('/content-authenticated/home')
  visitor.expectCleanConsole()
})

test('where the operator chose recovery links, the mail leads to a new password', async () => {
  await portal.stop()
  portal = await startPortal({ PORTAL_RECOVERY_MODE: 'link' })
  const visitor = await atSignIn({ width: 360 })
  const { page } = visitor
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByText('Step 1 of 2').waitFor()
  await page.getByLabel('User ID').fill('first.admin')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Step 2 of 2').waitFor()
  const texts = () => mailServer.arrived.map(({ parsed }) => parsed.text ?? '').join('\n')
  await expect.poll(texts).toMatch(LINK)
  const link = new URL(LINK.exec(texts())?.[0] ?? '')
  await page.goto(portal.origin + link.pathname + link.hash)
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
  expect(page.url()).not.toContain('#')
  await page.getByLabel('New password', { exact: true }).fill('twelve slow barges passing')
  await page.getByLabel('Confirm new password').fill('twelve slow barges passing')
  await visitor.expectAccessible()
  await page.getByRole('button', { name: 'Save new password' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await visitor.fillSignIn('first.admin', 'twelve slow barges passing')
  await page
    .getByRole('button', { name: 'Account menu' })
    .or(page.getByRole('button', { name: 'Continue here' }))
    .first()
    .waitFor()
  visitor.expectCleanConsole()
})
