import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DUO_CLIENT, type DuoPeer, startDuoPeer } from '../server/test/duo-peer.ts'
import { newFolder, type RunningPortal, startServer } from './server.ts'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

let portal: RunningPortal
let duo: DuoPeer
beforeAll(async () => {
  await openBrowser()
  duo = await startDuoPeer()
  const authorities = path.join(await newFolder(), 'duo.pem')
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

test('the clerk sets the second factor up at DUO, calls it off once the next time, and approves it (SIGN-003, SIGN-013)', async () => {
  const visitor = await newVisitor({ width: 360, trustsEverybody: true })
  const { page } = visitor
  await page.goto(`${portal.origin}/login`)
  await visitor.fillSignIn('unenrolled.user')
  await page.getByRole('button', { name: 'Set up now' }).click()
  await page.getByText('DUO sets up your second factor').waitFor()
  await visitor.expectAccessible()
  await continueThere(visitor, 'Approve')
  await page.getByRole('heading', { name: 'Applications' }).waitFor()
  await visitor.signOut()

  await visitor.fillSignIn('unenrolled.user')
  await page.getByText('DUO confirms that it is you').waitFor()
  await continueThere(visitor, 'Deny')
  await page.getByText('Nothing was confirmed at DUO.').waitFor()
  expect(new URL(page.url()).search).toBe('')
  await visitor.expectAccessible()
  await continueThere(visitor, 'Approve')
  await page.getByRole('heading', { name: 'Applications' }).waitFor()
  expect(page.url()).not.toContain('state=')
  await page.goBack()
  expect(page.url()).not.toContain('duo_code')
  visitor.expectNoComplaints()
})
