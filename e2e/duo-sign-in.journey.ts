import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DUO_CLIENT, type DuoPeer, startDuoPeer } from '../server/test/duo-peer.ts'
import { createTempFolder, type RunningPortal, startServer } from './server.ts'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

let portal: RunningPortal
let duo: DuoPeer
beforeAll(async () => {
  await openBrowser()
  duo = await startDuoPeer()
  const authorities = path.join(await createTempFolder(), 'duo.pem')
  await writeFile(authorities, duo.certificate)
  portal = await startServer({
    PORTAL_SECOND_FACTOR: 'duo',
    PORTAL_DUO_HOST: duo.host,
    PORTAL_DUO_CLIENT_ID: DUO_CLIENT.id,
    PORTAL_DUO_CLIENT_SECRET: DUO_CLIENT.secret,
    NODE_EXTRA_CA_CERTS: authorities,
  })
})
afterAll(async () => {
  await closeBrowser()
  await portal.stop()
  await duo.stop()
})

const continueThere = async ({ page }: Visitor, answer: 'Approve' | 'Deny') => {
  await page.getByRole('button', { name: 'Continue with DUO' }).click()
  await page.getByRole('link', { name: answer }).click()
}

test('the clerk sets up the second factor at DUO, cancels it once at the next sign-in, and then approves it (SIGN-003, SIGN-013)', async () => {
  const visitor = await newVisitor({ width: 360, ignoresCertificateErrors: true })
  const { page } = visitor
  await page.goto(`${portal.origin}/login`)
  await visitor.fillSignIn('unenrolled.user')
  await page.getByRole('button', { name: 'Set up now' }).click()
  await page.getByText('Set up your second factor on the DUO page').waitFor()
  await visitor.expectAccessible()
  await continueThere(visitor, 'Approve')
  await page.getByRole('heading', { name: 'Applications' }).waitFor()
  await visitor.signOut()

  await visitor.fillSignIn('unenrolled.user')
  await page.getByText('Verify it’s you on the DUO page').waitFor()
  await continueThere(visitor, 'Deny')
  await page.getByText('DUO didn’t verify it’s you').waitFor()
  expect(new URL(page.url()).search).toBe('')
  await visitor.expectAccessible()
  await continueThere(visitor, 'Approve')
  await page.getByRole('heading', { name: 'Applications' }).waitFor()
  expect(page.url()).not.toContain('state=')
  await page.goBack()
  expect(page.url()).not.toContain('duo_code')
  visitor.expectCleanConsole()
})
