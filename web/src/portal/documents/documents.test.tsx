import {
  DOCUMENT_QUOTA,
  getUsedSpace,
  listDocuments,
  listDocumentVersions,
  listSharedDocuments,
  listShares,
  listSharingUsers,
  listTrash,
  overwriteDocument,
  restoreDocument,
  shareDocument,
  trashDocument,
  uploadDocument,
  type UserDocument,
} from '@portico/contract/documents/documents.ts'
import { listSharingClients } from '@portico/contract/documents/sharing-clients.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { answer, answerAfter, answerWith, requestsTo, refuse } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { signInAgain } from '../../../test/sign-in-again.ts'
import { uploadsGoToServer } from '../../../test/uploads.ts'
// Loaded with the tests, so that the first test does not wait for it.
import './DocumentLibraryPage.tsx'

const library = '/content-authenticated/document-library'
const plan: UserDocument = {
  documentId: 7,
  documentNm: 'Plan.pdf',
  documentTypeTxt: 'pdf',
  documentSizeByteCnt: 3_565_158,
  recordAddDt: new Date('2026-11-21T08:00:00Z'),
  versionCnt: 1,
  sharedCnt: 0,
  unscannedFlg: false,
}
const total = (count: number) => ({ headers: { 'x-total-count': String(count) } })

beforeEach(() => {
  answerFrame()
  uploadsGoToServer()
  answer(getUsedSpace, 52_428_800)
  answer(listDocuments, [plan], total(1))
  answer(listSharedDocuments, [], total(0))
  answer(listTrash, [])
  signInAs()
})

const open = async (search = '') => {
  const page = renderPage(library + search)
  await screen.findByRole('heading', { name: 'Document library', level: 1 })
  return page
}
const pick = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Choose files', { selector: 'input' }), { target: { files } })
const menuOf = async (person: Awaited<ReturnType<typeof open>>['person'], entry: string) => {
  await person.click(await screen.findByRole('button', { name: /Actions for Plan.pdf/ }))
  await person.click(await screen.findByRole('menuitem', { name: entry }))
  return screen.findByRole('dialog')
}

describe('the list', () => {
  test('shows my documents with size and type, and how much space is used (DOCS-007, DOCS-068, DOCS-069)', async () => {
    await open()
    const row = await screen.findByRole('row', { name: /Plan.pdf/ })
    expect(within(row).getByText('3.4 MB')).toBeDefined()
    expect(within(row).getByText('PDF')).toBeDefined()
    expect(screen.getByRole('progressbar', { name: 'Storage used' }).getAttribute('aria-valuetext')).toBe(
      '50 MB of 100 MB used',
    )
  })

  test('is sorted by a click on a column title, and the address keeps it (DOCS-011, DOCS-066)', async () => {
    const { person, address } = await open()
    const added = await screen.findByRole('columnheader', { name: 'Added' })
    expect(added.getAttribute('aria-sort')).toBe('descending')
    await person.click(screen.getByRole('button', { name: 'Name' }))
    await waitFor(() => expect(address()).toContain('sort=documentNm'))
    await waitFor(() => expect(requestsTo(listDocuments).at(-1)?.search).toContain('sort=documentNm&'.slice(0, -1)))
  })

  test('is filtered by text and days, which the address keeps (DOCS-009, DOCS-010)', async () => {
    const { person } = await open('?from=2026-11-01')
    await person.type(screen.getByRole('searchbox', { name: 'Search documents' }), 'plan')
    await waitFor(() => expect(requestsTo(listDocuments).at(-1)?.search).toContain('keyword=plan'))
    expect(decodeURIComponent(requestsTo(listDocuments).at(-1)?.search ?? '')).toContain('fromDt=11/01/2026')
  })

  test('keeps both days when the second is entered before the first has loaded (DOCS-010)', async () => {
    const { address } = await open()
    answerAfter(listDocuments, new Promise(() => undefined))
    fireEvent.change(screen.getByLabelText('From date'), { target: { value: '2026-11-01' } })
    await waitFor(() => expect(address()).toContain('from=2026-11-01'))
    fireEvent.change(screen.getByLabelText('To date'), { target: { value: '2026-11-30' } })
    await waitFor(() => expect(address()).toContain('to=2026-11-30'))
    expect(address()).toContain('from=2026-11-01')
  })

  test('reports an invalid date range at both fields, and does not filter by it (UIGN-023)', async () => {
    await open('?from=2026-11-02&to=2026-11-01')
    for (const name of ['From date', 'To date'])
      expect((await screen.findByLabelText(name)).getAttribute('aria-invalid')).toBe('true')
    expect(screen.getAllByText('That is not a valid date range')).toHaveLength(2)
    expect(requestsTo(listDocuments).at(-1)?.search).not.toContain('Dt=')
  })

  test('has pages of 15 (DOCS-012, UIGN-002)', async () => {
    answer(listDocuments, [plan], total(43))
    const { person, address } = await open('?page=2')
    await screen.findByText('16–30 of 43')
    await person.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(address()).toContain('page=3'))
    await waitFor(() => expect(requestsTo(listDocuments).at(-1)?.search).toContain('pageNo=3'))
  })

  test('shows what to do when it is empty, and how to see more without a match', async () => {
    answer(listDocuments, [], total(0))
    const { person, address } = await open('?q=nothing')
    await screen.findByText('No results match your filters.')
    await person.click(screen.getByRole('button', { name: 'Clear filters' }))
    await screen.findByText('You have no documents yet.')
    expect(address()).not.toContain('q=')
  })
})

describe('an upload (DOCS-013)', () => {
  test('starts when files are chosen, and the dialog closes one second after all are uploaded (DOCS-033, DOCS-037)', async () => {
    answer(uploadDocument, null)
    const { person } = await open()
    await person.click(await screen.findByRole('button', { name: 'Upload' }))
    await screen.findByRole('dialog')
    pick(new File(['1'], 'a.csv'), new File(['2'], 'b.csv'))
    await screen.findByText('All files uploaded.')
    expect(requestsTo(uploadDocument)).toHaveLength(2)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test.each([
    ['page.html', 1, 'The document you are uploading is not an accepted file type'],
    ['ü.pdf', 1, 'Only alphanumeric characters, dashes, underscores, periods and spaces are allowed in the filename'],
    ['big.csv', DOCUMENT_QUOTA / 2 + 1, 'The document you are uploading exceeds your maximum storage space'],
  ])('of %s with %i bytes is refused before it is sent (DOCS-061..063)', async (name, size, sentence) => {
    const { person } = await open()
    await person.click(await screen.findByRole('button', { name: 'Upload' }))
    await screen.findByRole('dialog')
    const file = new File(['x'], name)
    Object.defineProperty(file, 'size', { value: size })
    pick(file)
    expect((await screen.findByRole('alert')).textContent).toBe(sentence)
    expect(requestsTo(uploadDocument)).toEqual([])
  })

  test.each([422, 404] as const)('that the server refuses with %i shows why at its file (DOCS-039)', async (status) => {
    refuse(uploadDocument, status, 'The document you are uploading exceeds your maximum storage space')
    const { person } = await open()
    await person.click(await screen.findByRole('button', { name: 'Upload' }))
    await screen.findByRole('dialog')
    pick(new File(['1'], 'a.csv'))
    expect((await screen.findByRole('alert')).textContent).toContain('exceeds your maximum storage space')
    expect(screen.getByRole('dialog')).toBeDefined()
  })

  test('of an existing name asks whether to overwrite (DOCS-014, DOCS-034, DOCS-038)', async () => {
    answerWith(uploadDocument, { code: '404', data: plan, message: 'There already' })
    answer(overwriteDocument, null)
    const { person } = await open()
    await person.click(await screen.findByRole('button', { name: 'Upload' }))
    await screen.findByRole('dialog')
    pick(new File(['1'], 'plan.pdf'))
    await person.click(await screen.findByRole('button', { name: 'Replace Plan.pdf' }))
    await screen.findByText('Document replaced.')
    expect(requestsTo(overwriteDocument).map(({ body }) => body)).toEqual([{ file: 'plan.pdf', documentId: '7' }])
  })

  test('starts when a file is dropped, on the page or beside it, and the browser does not open it', async () => {
    answer(uploadDocument, null)
    await open()
    const dataTransfer = { types: ['Files'], files: [new File(['1'], 'a.csv')] }
    // False: a handler has prevented the browser's default.
    expect(fireEvent.dragOver(screen.getByRole('banner'), { dataTransfer })).toBe(false)
    act(() => void fireEvent.drop(screen.getByRole('main'), { dataTransfer }))
    await waitFor(() => expect(requestsTo(uploadDocument)).toHaveLength(1))
    await screen.findByText('All files uploaded.')
    act(
      () =>
        void fireEvent.drop(document.body, { dataTransfer: { ...dataTransfer, files: [new File(['2'], 'b.csv')] } }),
    )
    await waitFor(() => expect(requestsTo(uploadDocument)).toHaveLength(2))
  })

  test('does not start over another dialog', async () => {
    answer(listShares, [])
    answer(listSharingClients, [])
    const { person } = await open()
    await menuOf(person, 'Share')
    const dataTransfer = { types: ['Files'], files: [new File(['1'], 'a.csv')] }
    expect(fireEvent.drop(document.body, { dataTransfer })).toBe(false)
    expect(screen.queryByRole('dialog', { name: 'Upload documents' })).toBeNull()
    expect(requestsTo(uploadDocument)).toEqual([])
  })
})

test('each dialog focuses its first input: files, people, or the cancel button of a deletion', async () => {
  answer(listShares, [])
  answer(listSharingClients, [])
  const { person } = await open()

  const closed = async () => {
    await person.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await person.click(await screen.findByRole('button', { name: 'Upload' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose files' })))
  await closed()
  await menuOf(person, 'Share')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'People' })))
  await closed()
  await menuOf(person, 'Delete')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' })))
})

test('a document that awaits its virus scan says so, in the user’s own list and in the shared one (S57)', async () => {
  answer(listDocuments, [{ ...plan, unscannedFlg: true }], total(1))
  const { person } = await open()
  expect(within(await screen.findByRole('row', { name: /Plan.pdf/ })).getByText('Virus scan pending')).toBeDefined()
  const doc = { ...plan, firstNm: 'Grace', lastNm: 'Hopper', unscannedFlg: true }
  answer(listSharedDocuments, [{ documentShareDtlId: 1, sharedDt: plan.recordAddDt, expireDt: null, doc }], total(1))
  await person.click(screen.getByRole('radio', { name: 'Shared with me' }))
  await screen.findByText('Hopper', { exact: false })
  expect(screen.getByText('Virus scan pending')).toBeDefined()
})

describe('actions on a document', () => {
  test('it moves to the trash after a confirmation that says who loses access (DOCS-015, DOCS-035)', async () => {
    answer(listDocuments, [{ ...plan, sharedCnt: 3 }], total(1))
    answer(trashDocument, null)
    const { person } = await open()
    const dialog = await menuOf(person, 'Delete')
    expect(within(dialog).getByText(/3 people lose access/)).toBeDefined()
    answer(listDocuments, [], total(0))
    await person.click(within(dialog).getByRole('button', { name: 'Delete Plan.pdf' }))
    // Also where the list behind the dialog has lost the row by then.
    await screen.findByText('Document moved to the trash.')
  })

  test('the confirmation uses the singular for one recipient, and says that the document can be restored (DOCS-015)', async () => {
    answer(listDocuments, [{ ...plan, sharedCnt: 1 }], total(1))
    const { person } = await open()
    const dialog = await menuOf(person, 'Delete')
    expect(within(dialog).getByText(/restore it for 30 days\. 1 person loses access\.$/)).toBeDefined()
  })

  test('it is shared with users of a company after one was chosen (DOCS-016, DOCS-032, DOCS-036, DOCS-046, DOCS-064)', async () => {
    answer(listShares, [])
    answer(listSharingClients, [{ clientId: 3, clientNm: 'Harbor Foods' }])
    answer(listSharingUsers, [{ userId: 9, firstNm: 'Alan', lastNm: 'Turing' }], total(1))
    answer(shareDocument, null)
    const { person } = await open()
    const dialog = await menuOf(person, 'Share')
    const button = () => within(dialog).getByRole('button', { name: 'Share document' })
    await person.click(button())
    const people = within(dialog).getByRole('combobox', { name: 'People' })
    await screen.findByText('No users have been selected.')
    await waitFor(() => expect(document.activeElement).toBe(people))
    await person.click(people)
    await person.click(await within(dialog).findByRole('option', { name: 'Alan Turing' }))
    await person.click(button())
    await screen.findByText('Document shared.')
    expect(requestsTo(shareDocument)[0]?.body).toEqual({ documentId: 7, sharedUserIdList: [9], expireDt: null })
  })

  test('people are searched by name among those of the company', async () => {
    answer(listShares, [])
    answer(listSharingClients, [{ clientId: 3, clientNm: 'Harbor Foods' }])
    answer(listSharingUsers, [{ userId: 10, firstNm: 'Ada', lastNm: 'Lovelace' }], total(1))
    const { person } = await open()
    const dialog = await menuOf(person, 'Share')
    await within(dialog).findByRole('option', { name: 'Harbor Foods' })
    const people = within(dialog).getByRole('combobox', { name: 'People' })
    await person.type(people, ' ada')
    await person.click(await within(dialog).findByRole('option', { name: 'Ada Lovelace' }))
    await waitFor(() => expect(requestsTo(listSharingUsers).at(-1)?.search).toBe('?keyword=ada&limit=150'))
    expect(within(dialog).getByRole('button', { name: 'Remove Ada Lovelace' })).toBeDefined()
    answer(listSharingUsers, [], total(0))
    await person.type(people, 'zzz')
    await within(dialog).findByText('No results found.')
    // What was searched for goes with the list: it would look like a choice.
    await person.tab()
    expect(people).toHaveProperty('value', '')
  })

  test('people that could not be loaded are said to be so, and are asked for again', async () => {
    answer(listShares, [])
    refuse(listSharingClients, 500, '')
    const { person } = await open()
    const dialog = await menuOf(person, 'Share')
    await within(dialog).findByText('We couldn’t load the people to share with.')
    answer(listSharingClients, [{ clientId: 3, clientNm: 'Harbor Foods' }])
    refuse(listSharingUsers, 500, '')
    await person.click(within(dialog).getByRole('button', { name: 'Try again' }))
    const people = await within(dialog).findByRole('combobox', { name: 'People' })
    await within(dialog).findByRole('option', { name: 'Harbor Foods' })
    await person.click(people)
    await within(dialog).findByText('The choices couldn’t be loaded.')
    answer(listSharingUsers, [{ userId: 9, firstNm: 'Alan', lastNm: 'Turing' }], total(1))
    await person.type(people, 'al')
    expect(await within(dialog).findByRole('option', { name: 'Alan Turing' })).toBeDefined()
  })

  test('Escape first closes the list of people, and the dialog only then', async () => {
    answer(listShares, [])
    answer(listSharingClients, [{ clientId: 3, clientNm: 'Harbor Foods' }])
    answer(listSharingUsers, [{ userId: 9, firstNm: 'Alan', lastNm: 'Turing' }], total(1))
    const { person } = await open()
    const dialog = await menuOf(person, 'Share')
    await person.type(within(dialog).getByRole('combobox', { name: 'People' }), 'Al')
    await within(dialog).findByRole('option', { name: 'Alan Turing' })
    await person.keyboard('{Escape}')
    await waitFor(() => expect(within(dialog).queryByRole('option', { name: 'Alan Turing' })).toBeNull())
    expect(screen.getByRole('dialog')).toBe(dialog)
    await person.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('a long list of people shows 150, and 100 more at each click (DOCS-070)', async () => {
    answer(listShares, [])
    answer(listSharingClients, [{ clientId: 3, clientNm: 'Harbor Foods' }])
    const people = (first: number, count: number) =>
      Array.from({ length: count }, (_, n) => ({
        userId: first + n + 10,
        firstNm: 'Alan',
        lastNm: `Turing ${first + n}`,
      }))
    answer(listSharingUsers, people(0, 150), total(260))
    const { person } = await open()
    const dialog = await menuOf(person, 'Share')
    await within(dialog).findByRole('option', { name: 'Harbor Foods' })
    await person.click(within(dialog).getByRole('combobox', { name: 'People' }))
    await within(dialog).findByText('Alan Turing 149')
    const shown = () => within(dialog).queryAllByText(/^Alan Turing \d+$/).length
    expect(shown()).toBe(150)
    answer(listSharingUsers, people(150, 100), total(260))
    await person.click(within(dialog).getByText('Show more'))
    await waitFor(() => expect(shown()).toBe(250))
    expect(requestsTo(listSharingUsers).at(-1)?.search).toBe('?offset=150&limit=100')
    answer(listSharingUsers, people(250, 10), total(260))
    await person.click(within(dialog).getByText('Show more'))
    await waitFor(() => expect(shown()).toBe(260))
    expect(within(dialog).queryByText('Show more')).toBeNull()
  })

  test('the chosen recipients and the last day are back when I sign in again after my session ended (SESS-025)', async () => {
    answer(listShares, [])
    answer(listSharingClients, [{ clientId: 3, clientNm: 'Harbor Foods' }])
    answer(listSharingUsers, [{ userId: 9, firstNm: 'Alan', lastNm: 'Turing' }], total(1))
    const { person } = await open()
    const dialog = within(await menuOf(person, 'Share'))
    await dialog.findByRole('option', { name: 'Harbor Foods' })
    await person.click(dialog.getByRole('combobox', { name: 'People' }))
    await person.click(await dialog.findByRole('option', { name: 'Alan Turing' }))
    fireEvent.change(dialog.getByLabelText('Last day of access'), { target: { value: '2026-12-24' } })
    await signInAgain()
    const again = within(await screen.findByRole('dialog'))
    expect(await again.findByRole('button', { name: 'Remove Alan Turing' })).toBeDefined()
    expect(again.getByLabelText('Last day of access')).toHaveProperty('value', '12/24/2026')
  })

  test('its versions are listed, newest first', async () => {
    const version = { documentSizeByteCnt: 5, recordAddDt: plan.recordAddDt }
    answer(listDocumentVersions, [
      { versionNbr: 2, ...version },
      { versionNbr: 1, ...version },
    ])
    const { person } = await open()
    const dialog = await menuOf(person, 'Versions')
    expect(await within(dialog).findAllByRole('listitem')).toHaveLength(2)
    expect(within(dialog).queryByRole('button', { name: 'Restore version 2' })).toBeNull()
    expect(within(dialog).getByRole('button', { name: 'Restore version 1' })).toBeDefined()
  })
})

test('a deleted document is restored from the trash, and the focus stays on the page', async () => {
  const { documentId, documentNm, documentTypeTxt, documentSizeByteCnt, recordAddDt } = plan
  answer(listTrash, [
    { documentId, documentNm, documentTypeTxt, documentSizeByteCnt, deletedDt: recordAddDt, purgeDt: recordAddDt },
  ])
  answer(restoreDocument, null)
  const { person } = await open('?tab=trash')
  await person.click(await screen.findByRole('button', { name: /Actions for Plan.pdf/ }))
  const restore = await screen.findByRole('menuitem', { name: 'Restore' })
  answer(listTrash, [])
  await person.click(restore)
  await screen.findByText('Plan.pdf restored to your library.')
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
})

test('documents shared with me show the owner and the last day (DOCS-008, DOCS-017)', async () => {
  answer(
    listSharedDocuments,
    [
      {
        documentShareDtlId: 1,
        sharedDt: plan.recordAddDt,
        expireDt: '2026-12-31',
        doc: { ...plan, firstNm: 'Grace', lastNm: 'Hopper' },
      },
      {
        documentShareDtlId: 2,
        sharedDt: plan.recordAddDt,
        expireDt: null,
        doc: { ...plan, documentId: 8, documentNm: 'Rates.pdf', firstNm: 'Ada', lastNm: 'King' },
      },
    ],
    total(2),
  )
  await open('?tab=shared')
  const row = await screen.findByRole('row', { name: /Plan.pdf/ })
  expect(within(row).getByText('Grace Hopper')).toBeDefined()
  expect(within(row).getByText('12/31/2026')).toBeDefined()
  const unlimited = screen.getByRole('row', { name: /Rates.pdf/ })
  expect(within(unlimited).getByText('Ada King')).toBeDefined()
  expect(within(unlimited).getByText('Never')).toBeDefined()
})
