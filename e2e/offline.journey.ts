import { sendEnhanceReq } from '@portico/contract/contact/contact.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

let visitor: Visitor
beforeAll(async () => {
  await openBrowser()
  visitor = await newVisitor()
  await visitor.signIn('external.user')
})
afterAll(closeBrowser)

const line = () => visitor.page.getByText('You’re offline.')
const messages = () => visitor.page.getByRole('region', { name: 'Messages' }).getByRole('button')
const startOf = () => visitor.page.evaluate(() => performance.timeOrigin)

test('a page that is opened without a network opens by itself once there is one', async () => {
  const { page, context } = visitor
  await context.setOffline(true)
  await line().waitFor()
  await visitor.expectAccessible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact us' }).press('Enter')
  await page.waitForURL(/contact-us/)
  await context.setOffline(false)
  await page.getByRole('heading', { name: 'Contact us', level: 1 }).waitFor()
  await line().waitFor({ state: 'detached' })
})

test('without a network the page stays with what was typed, says so in one line, and goes on when there is one again', async () => {
  const { page, context } = visitor
  const form = page.getByRole('form', { name: 'Enhancement request' })
  await form.getByRole('combobox', { name: 'Application' }).selectOption({ index: 1 })
  const text = form.getByRole('textbox', { name: 'Your request' })
  await text.fill('Let me work')
  const start = await startOf()
  await context.setOffline(true)
  await line().waitFor()
  await text.press('End')
  await page.keyboard.type(' on the train.')
  expect(await messages().count()).toBe(0)
  await form.getByRole('button', { name: 'Send request' }).press('Enter')
  await form.getByText('We can’t reach the portal.').waitFor()
  expect(await text.inputValue()).toBe('Let me work on the train.')

  await context.setOffline(false)
  await line().waitFor({ state: 'detached' })
  await page.getByText('You’re online again.').waitFor({ state: 'attached' })
  expect(await text.inputValue()).toBe('Let me work on the train.')
  expect(await messages().count()).toBe(0)
  await Promise.all([
    visitor.waitForText('Enhancement Request has been sent.'),
    visitor.responseTo(sendEnhanceReq),
    form.getByRole('button', { name: 'Send request' }).press('Enter'),
  ])
  expect(await startOf()).toBe(start)
})
