import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser } from './visitor.ts'

/** `npm run pictures` replaces those of the README; otherwise the test only checks that they can be taken. */
const wanted = process.env['PORTICO_PICTURES']
let folder: string
beforeAll(async () => {
  folder = wanted ?? (await mkdtemp(path.join(tmpdir(), 'portico-pictures-')))
  await mkdir(folder, { recursive: true })
  await openBrowser()
})
afterAll(async () => {
  await closeBrowser()
  if (wanted === undefined) await rm(folder, { recursive: true, force: true })
})

test.each([false, true])('the pictures of the README show sign-in and home (dark: %s)', async (dark) => {
  const mode = dark ? 'dark' : 'light'
  const visitor = await newVisitor({ dark })
  await visitor.visit('/login')
  await visitor.page.getByLabel('User ID').waitFor()
  await visitor.page.evaluate(() => document.fonts.ready)
  const signIn = await visitor.page.screenshot({ path: path.join(folder, `sign-in-${mode}.png`) })
  await visitor.signIn('external.user')
  await visitor.page.waitForLoadState('networkidle')
  const home = await visitor.page.screenshot({ path: path.join(folder, `home-${mode}.png`) })
  await visitor.signOut()
  expect(Math.min(signIn.length, home.length)).toBeGreaterThan(10_000)
})
