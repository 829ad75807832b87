import { afterAll, beforeAll, test } from 'vitest'
import { closeBrowser, newVisitor, openBrowser, type Visitor } from './visitor.ts'

const address = '/content-authenticated/database-maintenance/job-schedule'
let visitor: Visitor
beforeAll(async () => {
  await openBrowser()
  visitor = await newVisitor()
  await visitor.signIn('portal.admin')
})
afterAll(closeBrowser)

test('an administrator changes when a job runs, runs it now and sees the run, with the keyboard alone (JOBS-001..004, JOBS-009..011)', async () => {
  const { page } = visitor
  await visitor.visit(address)
  await page.getByRole('table', { name: 'Job schedule' }).waitFor()
  await visitor.expectAccessible()

  const actions = page.getByRole('button', { name: 'Actions for Delete old mail' })
  await actions.press('Enter')
  await page.getByRole('menuitem', { name: 'Edit' }).press('Enter')
  const repeat = page.getByRole('combobox', { name: 'Runs' })
  await repeat.selectOption('Monday to Friday')
  await page.getByLabel('Time', { exact: true }).focus()
  await page.keyboard.type('0630AM')
  await page.getByText('At 6:30 AM, Monday to Friday').waitFor()
  await visitor.expectAccessible()
  await repeat.selectOption('By a cron expression')
  const cron = page.getByRole('textbox', { name: 'Cron expression' })
  await cron.waitFor()
  await visitor.expectAccessible()
  await cron.focus()
  await cron.fill('0 0 30 2 *')
  await cron.press('Enter')
  await page.getByText('This never runs: there is no such date.').waitFor()
  await cron.fill('30 6 L * *')
  await page.getByText('At 6:30 AM, on the last day of the month').waitFor()
  await page.getByRole('region', { name: 'Next five runs' }).getByRole('listitem').nth(4).waitFor()
  await cron.press('Enter')
  await page.getByText('The job has been changed.').waitFor()
  await page.getByRole('row', { name: /Delete old mail At 6:30 AM, on the last day of the month/ }).waitFor()
  await actions.and(page.locator(':focus')).waitFor()

  await actions.press('Enter')
  await page.getByRole('menuitem', { name: 'Run now' }).press('Enter')
  await page.getByText('The job runs as soon as a node is free.').waitFor()
  await page.getByRole('row', { name: /Delete old mail .* Succeeded/ }).waitFor()
  await actions.press('Enter')
  await page.getByRole('menuitem', { name: 'Show runs' }).press('Enter')
  await page
    .getByRole('row', { name: /Succeeded/ })
    .first()
    .waitFor()
  await visitor.expectAccessible()
  visitor.expectCleanConsole(/422|400/)
})

test('list, form and runs fit on a phone, and in the dark', async () => {
  const { page } = visitor
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const search of ['', '?edit=new']) {
    await visitor.visit(address + search)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await visitor.expectNoHorizontalScroll()
    await visitor.expectAccessible()
  }
})
