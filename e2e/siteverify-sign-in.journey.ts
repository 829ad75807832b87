import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHECK_KEYS, type SiteVerifyPeer, startSiteVerifyPeer } from '../server/test/siteverify-peer.ts'
import { createTempFolder, type RunningPortal, startServer } from './server.ts'
import { closeBrowser, newVisitor, openBrowser } from './visitor.ts'

let portal: RunningPortal
let service: SiteVerifyPeer
beforeAll(async () => {
  await openBrowser()
  service = await startSiteVerifyPeer()
  const authorities = path.join(await createTempFolder(), 'service.pem')
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

test('a service checks the visitor at forgotten password and at sign-in; it fails, expires, becomes unavailable, and the visitor still signs in (SIGN-014, SIGN-062, R21)', async () => {
  const visitor = await newVisitor({ width: 360, ignoresCertificateErrors: true })
  const { page } = visitor
  const dialog = page.getByRole('dialog', { name: 'Verify you’re human' })
  const inside = dialog.frameLocator('iframe')
  await page.goto(`${portal.origin}/forgot-password`)
  await page.getByLabel('User ID').fill('external.user')
  await page.getByLabel('User ID').press('Enter')
  await inside.getByLabel('I am a person').waitFor()
  await visitor.expectAccessible()
  await inside.getByRole('button', { name: 'Break' }).click()
  await dialog.getByText('couldn’t load the security check').waitFor()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  // The box disappears as soon as it is ticked.
  await inside.getByLabel('I am a person').click()
  await page.getByText('Step 2 of 3').waitFor()

  await page.goto(`${portal.origin}/login`)
  await visitor.fillSignIn('external.user')
  await inside.getByRole('button', { name: 'Run out' }).click()
  await dialog.getByText('The security check expired').waitFor()
  await visitor.expectAccessible()
  // Keys pressed inside the frame go to the service's page.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('You canceled the security check').waitFor()

  service.manner = 'garbage'
  await page.getByRole('button', { name: 'Login' }).click()
  await inside.getByLabel('I am a person').press('Space')
  // The portal waits for the service until its timeout, and the browser then solves the portal's own check.
  await page.getByRole('heading', { name: 'Applications' }).waitFor()
  expect(service.asked.length).toBeGreaterThanOrEqual(2)
  visitor.expectCleanConsole(/503/)
})
