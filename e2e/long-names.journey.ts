import { afterAll, beforeAll, test } from 'vitest'
import type { Page } from 'playwright-core'
import { listAddresses } from './screen-paths.ts'
import { type RunningPortal, startServer } from './server.ts'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

let portal: RunningPortal
let visitor: Visitor
beforeAll(async () => {
  portal = await startServer()
  await openBrowser()
  visitor = await newVisitor({ portalOrigin: portal.origin })
  await visitor.signIn('portal.admin')
  await lengthenNames(visitor.page)
})
afterAll(async () => {
  await visitor.page.unrouteAll({ behavior: 'ignoreErrors' })
  await closeBrowser()
  await portal.stop()
})

/** Fields of answers that name a person, a client or what a client has named. */
const NAMES = /^(user|actor|subject|target|first|last|full|client|employer|domain|customer|set|owner|document|.*By)Nm$/

const LONG_NAME = 'longname'.repeat(10)

/** The names of people and clients in every answer are as long as they may be, and have no place to break. */
const lengthenNames = (page: Page) =>
  page.route('**/ccservices/**', async (route) => {
    const response = await route.fetch()
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response })
    const lengthened = (key: string, value: unknown) =>
      typeof value === 'string' && value !== '' && NAMES.test(key) ? LONG_NAME : value
    const body = JSON.stringify(JSON.parse(await response.text(), lengthened))
    return route.fulfill({ response, body })
  })

const sizes = [
  { width: 1280, height: 860 },
  { width: 360, height: 740 },
]

test.each(listAddresses)('%s fits its window with names of 80 characters without a space', async (_name, address) => {
  await visitor.visit(address)
  await visitor.page.getByRole('heading', { level: 1 }).first().waitFor()
  for (const size of sizes) {
    await visitor.page.setViewportSize(size)
    await visitor.waitForContent()
    await visitor.expectNoHorizontalScroll()
  }
})
