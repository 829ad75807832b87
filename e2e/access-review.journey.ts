import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

let starter: Visitor
let decider: Visitor
beforeAll(async () => {
  await openBrowser()
  starter = await newVisitor()
  decider = await newVisitor()
  await starter.signIn('portal.admin')
  await decider.signIn('client.admin')
})
afterAll(closeBrowser)

const inTwoMonths = () => new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10)

test('a portal administrator starts a review, and an administrator of the employer decides with the keyboard and takes it back', async () => {
  const { page } = starter
  await starter.visit('/content-authenticated/administration/access-reviews')
  await page.getByRole('link', { name: 'Employer: Meridian Health Partners' }).waitFor()
  await starter.expectAccessible()
  await page.getByRole('button', { name: 'Start a review' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Start a review' })
  await dialog.getByRole('combobox', { name: 'What is reviewed' }).selectOption('The users of an application')
  await starter.choose(dialog, { field: 'Application', text: 'Print', option: 'Print Production' })
  await dialog.getByLabel('Due date').fill(inTwoMonths())
  await starter.expectAccessible()
  await Promise.all([
    starter.waitForText('The review has started with '),
    dialog.getByRole('button', { name: 'Start review' }).press('Enter'),
  ])
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Application: Print Production' }).waitFor()
  starter.expectCleanConsole()

  await decider.visit('/content-authenticated/administration/access-reviews')
  const link = decider.page.getByRole('link', { name: 'Employer: Meridian Health Partners' })
  await link.press('Enter')
  const lead = decider.page.getByText(/^\d+ grants are waiting for a decision/)
  await lead.waitFor()
  const waiting = async () => Number.parseInt((await lead.textContent()) ?? '', 10)
  const before = await waiting()
  await decider.expectAccessible()
  const rows = decider.page.getByRole('row')
  const first = decider.page.getByRole('button', { name: /^End access of/ }).first()
  const place = await first.evaluate((button) => button.closest('tr')?.rowIndex ?? 0)
  await Promise.all([decider.waitForText('1 grant ended.'), first.press('Enter')])
  await expect.poll(waiting).toBe(before - 1)
  // The row stays in its place, decided.
  await rows.nth(place).getByText('Access ended').waitFor()
  await rows
    .nth(place)
    .getByRole('button', { name: /^Take back the decision about/ })
    .waitFor()
  await Promise.all([
    decider.waitForText('Decisions taken back.'),
    decider.page.getByRole('button', { name: 'Undo' }).press('Enter'),
  ])
  await expect.poll(waiting).toBe(before)

  // Several rows are ended after a question, and taken back one by one.
  const boxes = decider.page.getByRole('checkbox', { name: /^Select .+, / })
  await boxes.nth(0).press('Space')
  await boxes.nth(1).press('Space')
  await decider.page
    .getByRole('group', { name: 'Actions for the selected rows' })
    .getByRole('button', { name: 'End access' })
    .press('Enter')
  const question = decider.page.getByRole('dialog', { name: 'End 2 grants' })
  await question.waitFor()
  await decider.expectAccessible()
  await question.getByRole('button', { name: 'End 2 grants' }).press('Enter')
  await question.waitFor({ state: 'detached' })
  await expect.poll(waiting).toBe(before - 2)
  const takeBack = decider.page.getByRole('button', { name: /^Take back the decision about/ })
  await takeBack.first().press('Enter')
  await expect.poll(waiting).toBe(before - 1)
  await expect.poll(() => takeBack.count()).toBe(1)
  await takeBack.first().press('Enter')
  await expect.poll(waiting).toBe(before)
  await decider.page.setViewportSize({ width: 360, height: 740 })
  await decider.expectNoHorizontalScroll()
  decider.expectCleanConsole()

  // The review that was started ends early; nobody loses access by it.
  await page.getByRole('link', { name: 'Application: Print Production' }).press('Enter')
  await page.getByRole('button', { name: 'Change due date' }).waitFor()
  await page.getByRole('button', { name: 'End review' }).press('Enter')
  const ending = page.getByRole('dialog', { name: 'End this review now' })
  await ending.getByText(/Nobody loses access by this/).waitFor()
  await starter.expectAccessible()
  await ending.getByRole('button', { name: 'End review' }).press('Enter')
  await ending.waitFor({ state: 'detached' })
  await page.getByText(/decided and stayed as before\.$/).waitFor()
  starter.expectCleanConsole()
})
