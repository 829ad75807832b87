import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  commitUserImport,
  commitValidRows,
  correctUserImport,
  exportImportTemplate,
  exportUserImport,
  getImportPreview,
  getUserImport,
  type ImportPreview,
  listUserImports,
  type UserImport,
  uploadUserImport,
} from '@portico/contract/user-import/user-import.ts'
import { answer, answerAfter, answerFile, refuse, requestsTo } from '../../../test/answer.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { uploadsGoToServer } from '../../../test/uploads.ts'
import { answerUserList, bea } from '../../../test/users.ts'
// Loaded with the tests, so that the first of them does not wait for it.
import './ImportUsersPage.tsx'
import '../users/UsersPage.tsx'

const address = '/content-authenticated/administration/import-users'
const file = new File(['First name'], 'people.csv')
const checked: UserImport = {
  importId: 12,
  fileNm: 'people.csv',
  stateCd: 'checked',
  rowCount: 1_000,
  doneCount: 1_000,
  errorCount: 0,
  warningCount: 0,
  issues: [],
  createdBeforeCount: 0,
  waitingImportId: null,
  waitingCount: 0,
  refusedFlg: false,
  createdDt: new Date('2026-11-20T15:00:00Z'),
}

const email = { columnNm: 'Email', fieldCd: 'emailAddress' as const, valueTxt: 'nowhere', suggestionTxt: null }
type Issue = UserImport['issues'][number]
const wholeRow = { columnNm: '', fieldCd: null, valueTxt: '', suggestionTxt: null }
const misspelt: UserImport = {
  ...checked,
  errorCount: 2,
  issues: [
    {
      rowNbr: 2,
      columnNm: 'Employer',
      fieldCd: 'employerNm',
      valueTxt: 'Bilings',
      suggestionTxt: 'Billing',
      message: 'No employer has this name.',
      warningFlg: false,
    },
    { ...email, rowNbr: 3, message: 'Enter a valid email address.', warningFlg: false },
  ],
}

const noPreview: ImportPreview = {
  userCnt: 0,
  employerCnt: 0,
  employers: [],
  accessUserCnt: 0,
  setUserCnt: 0,
  endingUserCnt: 0,
  applications: [],
  sets: [],
  users: [],
}

beforeEach(() => {
  answerUserList([])
  answer(listUserImports, [])
  answer(getImportPreview, noPreview)
  uploadsGoToServer()
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  // This window would go to the file instead of saving it.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
})

test('I upload a file, see that it is checked, and import it (UADM-142)', async () => {
  answer(uploadUserImport, { importId: 12 })
  answer(getUserImport, { ...checked, stateCd: 'checking', doneCount: 250 })
  const { person, address: current } = renderPage(address)
  await person.upload(await screen.findByLabelText('Choose file', { selector: 'input' }), file)
  expect(await screen.findByText('250 of 1,000 rows')).toBeDefined()
  expect(screen.getByRole('progressbar', { name: 'Checking people.csv' }).getAttribute('aria-valuenow')).toBe('25')
  expect(current()).toContain('import=12')
  answer(getUserImport, { ...checked, stateCd: 'checking', doneCount: 1_000 })
  const comparing = 'Now rows are compared and user IDs proposed.'
  expect(await screen.findByText(`1,000 of 1,000 rows ${comparing}`)).toBeDefined()
  answer(getUserImport, checked)
  expect(await screen.findByText('1,000 rows are ready to import')).toBeDefined()
  await waitFor(() => expect(document.activeElement?.textContent).toContain('people.csv'))
  answer(commitUserImport, null)
  answer(getUserImport, { ...checked, stateCd: 'created' })
  await person.click(screen.getByRole('button', { name: 'Import 1,000 rows' }))
  expect(await screen.findByText('1,000 rows have been imported.')).toBeDefined()
  expect(requestsTo(commitUserImport)).toHaveLength(1)
})

test('a file that was refused can be chosen again, once it is corrected', async () => {
  refuse(uploadUserImport, 422, 'The file has no heading.')
  const { person } = renderPage(address)
  const input = await screen.findByLabelText('Choose file', { selector: 'input' })
  await person.upload(input, file)
  await screen.findByText('The file has no heading.')
  await person.upload(input, file)
  await waitFor(() => expect(requestsTo(uploadUserImport)).toHaveLength(2))
})

test('while no row is checked yet, the screen says that the file may wait for others', async () => {
  answer(uploadUserImport, { importId: 12 })
  answer(getUserImport, { ...checked, stateCd: 'checking', doneCount: 0 })
  const { person } = renderPage(address)
  await person.upload(await screen.findByLabelText('Choose file', { selector: 'input' }), file)
  const waits = 'Files are checked one after the other, small ones first. This one may have to wait a few minutes.'
  expect(await screen.findByText(waits)).toBeDefined()
  answer(getUserImport, { ...checked, stateCd: 'checking', doneCount: 250 })
  expect(await screen.findByText('250 of 1,000 rows')).toBeDefined()
  expect(screen.queryByText(waits)).toBeNull()
})

test('the list of users shows the imported ones, also when I left before they were created', async () => {
  answer(getUserImport, checked)
  answer(commitUserImport, null)
  const { person } = renderPage(`${address}?import=12`)
  const commit = await screen.findByRole('button', { name: 'Import 1,000 rows' })
  answer(getUserImport, { ...checked, stateCd: 'creating', doneCount: 10 })
  await person.click(commit)
  await screen.findByRole('progressbar')
  const [users] = within(screen.getByRole('main')).getAllByRole('link', { name: 'User Administration' })
  await person.click(users as HTMLElement)
  await screen.findByText('There are no users yet.')
  answerUserList([bea])
  answer(getUserImport, { ...checked, stateCd: 'created' })
  await screen.findByRole('row', { name: /Bea/ })
})

test('I see what is wrong by row and column, cannot import a file without a valid row, and download the result', async () => {
  answerFile(exportUserImport)
  answer(getUserImport, {
    ...checked,
    rowCount: 2,
    errorCount: 2,
    warningCount: 1,
    issues: [
      { ...email, rowNbr: 3, message: 'Enter a valid email address.', warningFlg: false },
      { ...wholeRow, rowNbr: 7, message: 'Row 2 has the same name and email address.', warningFlg: false },
      { ...email, rowNbr: 9, message: 'Another user has this email address.', warningFlg: true },
    ],
  })
  const { person } = renderPage(`${address}?import=12`)
  const cells = await screen.findAllByRole('row')
  expect(cells.slice(1).map((row) => row.textContent)).toEqual([
    '3EmailEnter a valid email address.nowhereCorrect',
    '7Whole rowRow 2 has the same name and email address.',
    '9EmailWarning: Another user has this email address.nowhereCorrect',
  ])
  expect(screen.getByRole('alert').textContent).toContain('2 rows have errors')
  expect(screen.getByText('1 row has a warning.')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Download result' }))
  await person.click(await screen.findByRole('menuitem', { name: 'CSV (.csv)' }))
  await waitFor(() => expect(requestsTo(exportUserImport)[0]?.body).toEqual({ format: 'csv' }))
  await person.click(screen.getByRole('button', { name: 'Choose another file' }))
  expect(await screen.findByText('Drop a file here, or paste it.')).toBeDefined()
})

test('one click takes the employer that was probably meant, in all rows with the misspelt one', async () => {
  answer(getUserImport, misspelt)
  answer(correctUserImport, null)
  const { person } = renderPage(`${address}?import=12`)
  const use = await screen.findByRole('button', { name: 'Use “Billing” instead of “Bilings”' })
  expect(use.textContent).toBe('Use “Billing”')
  answer(getUserImport, { ...misspelt, stateCd: 'checking', doneCount: 0 })
  await person.click(use)
  expect(await screen.findByText('Checking the rows again…', { selector: '[role="status"]' })).toBeDefined()
  expect(requestsTo(correctUserImport)[0]?.body).toEqual({
    rowNbr: 2,
    fieldCd: 'employerNm',
    valueTxt: 'Billing',
    sameValuesFlg: 'Y',
  })
  // What is left stays in sight meanwhile.
  expect(screen.getByText('Enter a valid email address.')).toBeDefined()
  answer(getUserImport, { ...misspelt, errorCount: 1, issues: misspelt.issues.slice(1) })
  await waitFor(() => expect(screen.queryByText('No employer has this name.')).toBeNull())
  expect(screen.getByRole('alert').textContent).toContain('1 row has errors')
})

test.each([
  ['several rows have the misspelt one', 3],
  ['not all problems are shown', 1_000],
])('where %s, its button says that all rows are changed', async (_, errorCount) => {
  const [employer, other] = misspelt.issues as [Issue, Issue]
  const issues = errorCount === 3 ? [employer, { ...employer, rowNbr: 4 }, other] : [employer, other]
  answer(getUserImport, { ...misspelt, errorCount, issues })
  const { person } = renderPage(`${address}?import=12`)
  const name = 'Use “Billing” in all rows instead of “Bilings”'
  const [use] = await screen.findAllByRole('button', { name })
  expect(use?.textContent).toBe('Use “Billing” in all rows')
  answer(correctUserImport, null)
  await person.click(use as HTMLElement)
  await waitFor(() => expect(requestsTo(correctUserImport)[0]?.body).toMatchObject({ sameValuesFlg: 'Y' }))
})

test('the same text in another column is no other row with the misspelt employer', async () => {
  const [employer, other] = misspelt.issues as [Issue, Issue]
  const issues = [employer, { ...other, rowNbr: 4, valueTxt: employer.valueTxt }]
  answer(getUserImport, { ...misspelt, errorCount: 2, issues })
  renderPage(`${address}?import=12`)
  const use = await screen.findByRole('button', { name: 'Use “Billing” instead of “Bilings”' })
  expect(use.textContent).toBe('Use “Billing”')
})

test.each(['{Escape}', 'Cancel', 'Save'])('%s closes a correction and leads back to its button', async (way) => {
  answer(getUserImport, misspelt)
  answer(correctUserImport, null)
  const { person } = renderPage(`${address}?import=12`)
  const correct = () => screen.getByRole('button', { name: 'Correct Email of row 3' })
  await person.click(await screen.findByRole('button', { name: 'Correct Email of row 3' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Email' }))
  if (way === '{Escape}') await person.keyboard(way)
  else await person.click(screen.getByRole('button', { name: way }))
  await waitFor(() => expect(document.activeElement).toBe(correct()))
})

test('I correct a value in its row; one that is refused says why at its field', async () => {
  answer(getUserImport, misspelt)
  refuse(correctUserImport, 422, 'Formulas aren’t imported. Enter the value itself.')
  const { person } = renderPage(`${address}?import=12`)
  await person.click(await screen.findByRole('button', { name: 'Correct Email of row 3' }))
  const field = screen.getByRole('textbox', { name: 'Email' })
  expect(document.activeElement).toBe(field)
  await person.clear(field)
  await person.type(field, '=1{Enter}')
  expect(await screen.findByText('Formulas aren’t imported. Enter the value itself.')).toBeDefined()
  answer(correctUserImport, null)
  answer(getUserImport, checked)
  await person.clear(field)
  await person.type(field, 'ada@billing.test')
  await person.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('1,000 rows are ready to import')).toBeDefined()
  expect(requestsTo(correctUserImport).at(-1)?.body).toEqual({
    rowNbr: 3,
    fieldCd: 'emailAddress',
    valueTxt: 'ada@billing.test',
    sameValuesFlg: 'N',
  })
})

test('I import the valid rows while the others wait, and go on to the people and to the rows that wait', async () => {
  answer(getUserImport, { ...misspelt, rowCount: 5 })
  answer(commitValidRows, { waitingImportId: 13 })
  const { person, address: current } = renderPage(`${address}?import=12`)
  const importOthers = await screen.findByRole('button', { name: 'Import the other 3 rows' })
  expect(screen.getByRole('alert').textContent).toContain(
    'Nothing has been imported yet. The other 3 rows can be imported now; the rows with errors wait.',
  )
  answer(getUserImport, {
    ...checked,
    stateCd: 'created',
    rowCount: 3,
    waitingImportId: 13,
    waitingCount: 2,
  })
  await person.click(importOthers)
  expect(await screen.findByText('3 rows have been imported.')).toBeDefined()
  expect(requestsTo(commitValidRows)).toHaveLength(1)
  expect(requestsTo(commitUserImport)).toHaveLength(0)
  expect(screen.getByText('2 rows of this file wait to be corrected.')).toBeDefined()
  const people = screen.getByRole('link', { name: 'Show the 3 users' })
  expect(people.getAttribute('href')).toBe('/content-authenticated/administration?import=12')
  answer(getUserImport, { ...misspelt, importId: 13, rowCount: 2, createdBeforeCount: 3 })
  await person.click(screen.getByRole('button', { name: 'Correct 2 rows' }))
  expect(await screen.findByText('3 other rows of this file have been imported already.')).toBeDefined()
  expect(current()).toContain('import=13')
  expect(screen.getByRole('alert').textContent).not.toContain('Nothing has been imported')
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
})

test('before I import I see who will be there', async () => {
  answer(getUserImport, checked)
  answer(getImportPreview, {
    userCnt: 1_000,
    employerCnt: 4,
    employers: [
      { employerNm: 'Harbor', userCnt: 900 },
      { employerNm: 'Atlas', userCnt: 1 },
    ],
    accessUserCnt: 40,
    setUserCnt: 2,
    endingUserCnt: 3,
    sets: [{ setNm: 'Accounting clerk', userCnt: 2 }],
    applications: [
      { systemNm: 'Billing', userCnt: 40 },
      { systemNm: 'Orders', userCnt: 2 },
    ],
    users: [
      {
        rowNbr: 2,
        firstNm: 'Ada',
        lastNm: 'Lovelace',
        userNm: 'alovelace',
        emailAddress: 'ada@harbor.test',
        employerNm: 'Harbor',
        applications: ['Billing', 'Orders'],
        setNms: ['Accounting clerk'],
      },
    ],
  })
  renderPage(`${address}?import=12`)
  expect(
    await screen.findByText(
      '1,000 new users, each with an email that has a temporary password. Harbor: 900 users; Atlas: 1 user; and 2 more employers. Access: 40 users (Billing: 40; Orders: 2). Permission sets: 2 users (Accounting clerk: 2; with a last day: 3)',
    ),
  ).toBeDefined()
  const [, row] = screen.getAllByRole('row')
  expect(row?.textContent).toBe('Ada Lovelacealovelaceada@harbor.testHarborBilling, OrdersAccounting clerk')
})

test('who will be there is loaded again after a failure', async () => {
  answer(getUserImport, checked)
  refuse(getImportPreview, 500, '')
  const { person } = renderPage(`${address}?import=12`)
  await screen.findByText('What will be there couldn’t be loaded. Check your connection and try again.')
  answer(getImportPreview, { ...noPreview, userCnt: 1 })
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('region', { name: 'What will be there' })).toBeDefined()
})

test('the list of users knows an import that is newer than the list of imports', async () => {
  const listed = {
    importId: 12,
    fileNm: 'people.csv',
    stateCd: 'created' as const,
    rowCount: 3,
    doneCount: 3,
    errorCount: 0,
    createdDt: checked.createdDt,
  }
  answer(getUserImport, { ...checked, stateCd: 'created', rowCount: 3 })
  const { person } = renderPage(address)
  await screen.findByText('Drop a file here, or paste it.')
  answer(uploadUserImport, { importId: 12 })
  await person.upload(screen.getByLabelText('Choose file', { selector: 'input' }), file)
  let list = () => {}
  answerAfter(
    listUserImports,
    new Promise((resolve) => {
      list = () => resolve([listed])
    }),
  )
  await person.click(await screen.findByRole('link', { name: 'Show the 3 users' }))
  const filter = within(await screen.findByRole('combobox', { name: 'Imported with' }))
  expect(filter.queryByRole('option', { name: 'An import that is no longer kept' })).toBeNull()
  list()
  expect(await filter.findByRole('option', { name: 'people.csv' })).toBeDefined()
})

test('my imports are listed, and one opens where it was left', async () => {
  const listed = {
    importId: 13,
    fileNm: 'people.csv',
    stateCd: 'checked' as const,
    rowCount: 2,
    doneCount: 2,
    errorCount: 2,
    createdDt: checked.createdDt,
  }
  answer(listUserImports, [listed, { ...listed, importId: 12, stateCd: 'created', rowCount: 3, errorCount: 0 }])
  answer(getUserImport, { ...misspelt, importId: 13, rowCount: 2 })
  const { person, address: current } = renderPage(address)
  const table = await screen.findByRole('table', { name: 'Your imports' })
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^people\.csvTo be corrected: 2 rows2/),
    expect.stringMatching(/^people\.csvImported3/),
  ])
  await person.click(within(rows[0] as HTMLElement).getByRole('link'))
  expect(await screen.findByRole('alert')).toBeDefined()
  expect(current()).toContain('import=13')
})

test('rows with warnings alone can be imported, and a note says so', async () => {
  answer(getUserImport, { ...checked, warningCount: 2 })
  renderPage(`${address}?import=12`)
  expect(await screen.findByText('2 rows have a warning. You can import all the same.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Import 1,000 rows' })).toBeDefined()
})

test('a refused file stays where it was chosen, with the reason', async () => {
  refuse(uploadUserImport, 422, 'These columns are missing: Email.')
  answerFile(exportImportTemplate)
  const { person } = renderPage(address)
  await person.upload(await screen.findByLabelText('Choose file', { selector: 'input' }), file)
  expect((await screen.findByRole('alert')).textContent).toContain('These columns are missing: Email.')
  await person.click(screen.getByRole('button', { name: 'Download template' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Excel (.xlsx)' }))
  await waitFor(() => expect(requestsTo(exportImportTemplate)[0]?.body).toEqual({ format: 'xlsx' }))
})

test('an import that no longer exists begins anew', async () => {
  refuse(getUserImport, 404, 'This import no longer exists. Upload the file again.')
  renderPage(`${address}?import=99`)
  expect(await screen.findByText('Drop a file here, or paste it.')).toBeDefined()
})

test('an administrator whose import was stopped reads why', async () => {
  answer(getUserImport, { ...checked, stateCd: 'failed', refusedFlg: true })
  renderPage(`${address}?import=12`)
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The import was stopped: when it ran, you could no longer add these users, your account was locked, or your session had been ended. Nothing has been imported. Upload the file again.',
  )
})
