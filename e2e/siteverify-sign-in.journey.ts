import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHECK_KEYS, type SiteVerifyPeer, startSiteVerifyPeer } from '../server/test/siteverify-peer.ts'
import { newFolder, type RunningPortal, startServer } from './server.ts'
import { closeBrowser, newVisitor, openBrowser } from './visitor.ts'

let portal: RunningPortal
let service: SiteVerifyPeer
beforeAll(async () => {
  await openBrowser()
  service = await startSiteVerifyPeer()
  const authorities = path.join(await newFolder(), 'service.pem')
  await writeFile(authorities, service.certificate)
  portal = await startServer({
    PORTAL_HUMAN_CHECK: 'always',
    PORTAL_HUMAN_CHECK_SERVICE: service.origin,
    PORTAL_HUMAN_CHECK_SITE_KEY: CHECK_KEYS.site,
    PORTAL_HUMAN_CHECK_SECRET: CHECK_KEYS.secret,
    NODE_EXTRA_CA_CERTS: authorities,
  })
})
afterAll(async () => {
  await closeBrowser()
  await portal.stop()
  await service.stop()
})

test('a service checks the visitor at the forgotten password and at sign-in; it breaks, runs out, goes away, and he gets in (SIGN-014, SIGN-062, R21)', async () => {
  const visitor = await newVisitor({ width: 360, trustsEverybody: true })
  const { page } = visitor
  const dialog = page.getByRole('dialog', { name: 'Are you a person?' })
  const inside = dialog.frameLocator('iframe')
  await page.goto(`${portal.origin}/forgot-password`)
  await page.getByLabel('User ID').fill('external.user')
  await page.getByLabel('User ID').press('Enter')
  await inside.getByLabel('I am a person').waitFor()
  await visitor.expectAccessible()
  await inside.getByRole('button', { name: 'Break' }).click()
  await dialog.getByText('could not be loaded').waitFor()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  // The box goes as soon as it is ticked.
  await inside.getByLabel('I am a person').click()
  await page.getByText('Step 2 of 3').waitFor()

  await page.goto(`${portal.origin}/login`)
  await visitor.fillSignIn('external.user')
  await inside.getByRole('button', { name: 'Run out' }).click()
  await dialog.getByText('the check has run out').waitFor()
  await visitor.expectAccessible()
  // Keys that are pressed inside the frame are the service's.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('The check was called off').waitFor()

  service.manner = 'garbage'
  await page.getByRole('button', { name: 'Login' }).click()
  await inside.getByLabel('I am a person').press('Space')
  // The portal waits for the service, and the browser then does the portal's own check.
  await page.getByRole('heading', { name: 'Applications' }).waitFor()
  expect(service.asked.length).toBeGreaterThanOrEqual(2)
  visitor.expectNoComplaints(/503/)
})
