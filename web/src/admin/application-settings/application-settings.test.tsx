import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { addApplication, getApplication, saveSubLinks, updateApplication } from '@portico/contract/catalog/catalog.ts'
import {
  addSection,
  getSection,
  listCatalogSections,
  updateSection,
} from '@portico/contract/catalog/catalog-sections.ts'
import { addSystem, getSystem, listSystems, updateSystem } from '@portico/contract/catalog/catalog-systems.ts'
import { answer, answerWith, refuse, requestsTo } from '../../../test/answer.ts'
import { answerCatalog, cards, empty, payments, portalSystem, refunds, unused } from '../../../test/catalog.ts'
import { expectClosesAfter } from '../../../test/closing.ts'
import { renderPage } from '../../../test/render-page.tsx'
// Loaded with the tests, so that the first of them does not wait for it.
import './AddApplicationPage.tsx'
import './EditApplicationPage.tsx'
import './EditSectionPage.tsx'
import './EditSystemPage.tsx'

beforeEach(answerCatalog)

const settings = '/content-authenticated/administration/application-settings'
const step = (name: string) => screen.findByRole('heading', { name: new RegExp(name), level: 2 })
const field = (name: string) => screen.getByRole('textbox', { name })
const check = (name: string) => screen.getByRole('checkbox', { name }) as HTMLInputElement

async function openAt(path: string, heading: string) {
  const page = renderPage(path)
  await screen.findByRole('heading', { name: heading, level: 1 })
  return page
}
const openNew = async () => {
  const page = await openAt(settings, 'Add application')
  await step('Step 1 of 3 ?Enter Application Details')
  return page
}
const openKnown = async () => {
  const page = await openAt(`${settings}/110`, 'Edit application')
  await step('Step 1 of 3')
  return page
}
type Person = Awaited<ReturnType<typeof openNew>>['person']
const next = (person: Person) => person.click(screen.getByRole('button', { name: 'Next' }))

async function enterDetails(person: Person) {
  await person.type(field('Name'), 'Refunds')
  await person.selectOptions(screen.getByRole('combobox', { name: 'System' }), 'Payments Hub')
  await person.selectOptions(screen.getByRole('combobox', { name: 'Section' }), 'Cards')
  await person.type(field('Address of the application'), 'https://pay.example/refunds')
}

const added = { ...refunds, applicationSubLinks: [], ccHelpPageLocationTxt: null, version: 1 }
const answerSaves = () => {
  answerWith(addApplication, {
    code: '200',
    data: added,
    message: 'The application has been successfully added',
  })
  answerWith(updateApplication, {
    code: '200',
    data: refunds,
    message: 'The application has been successfully saved',
  })
  answerWith(saveSubLinks, { code: '200', data: refunds, message: 'The search information has been saved' })
}

describe('an application is added in three steps', () => {
  test('each saved before the next one opens (CATA-006, CATA-011..014, CATA-050..058)', async () => {
    answerSaves()
    const { person, address } = await openNew()
    expect(check('Displayed').checked).toBe(true)
    expect(check('Needs a permission of its own').checked).toBe(true)
    expect(check('Can be opened').checked).toBe(true)
    expect(check('Opens in a new window').checked).toBe(true)
    expect(check('Administrators of its system only').checked).toBe(false)
    expect(check('External application').checked).toBe(true)
    await enterDetails(person)
    await next(person)
    await step('Step 2 of 3 ?Add Search Information')
    expect(requestsTo(addApplication)[0]?.body).toMatchObject({
      pageNm: 'Refunds',
      system: { systemId: 102 },
      section: { sectionId: 7 },
      dispFlg: 'Y',
      admAccessRqrFlg: 'N',
      ccPageLocationTxt: 'https://pay.example/refunds',
      ccHelpPageLocationTxt: null,
    })
    await person.type(field('Search text'), 'Refund')
    await person.type(field('Description'), 'Return a payment')
    await person.click(screen.getByRole('button', { name: 'Add' }))
    await screen.findByRole('button', { name: 'Remove Refund' })
    await next(person)
    await step('Step 3 of 3 ?View Confirmation')
    expect(requestsTo(saveSubLinks)[0]).toMatchObject({
      search: '?version=1',
      body: [{ sublinkNm: 'Refund', descriptionTxt: 'Return a payment' }],
    })
    expect(screen.getByText('Payments Hub')).toBeDefined()
    expect(screen.getByText('https://pay.example/refunds')).toBeDefined()
    await person.click(screen.getByRole('button', { name: 'Finish' }))
    await waitFor(() => expect(address()).toBe('/content-authenticated/administration/application-search'))
    await screen.findByText('“Refunds” has been added.')
    await person.click(screen.getByRole('button', { name: 'Open its settings' }))
    await waitFor(() =>
      expect(address()).toBe(`/content-authenticated/administration/applications/${added.pageId}/details`),
    )
  })

  test('going back changes the one that was added instead of adding another', async () => {
    answerSaves()
    const { person } = await openNew()
    await enterDetails(person)
    await next(person)
    await step('Step 2 of 3')
    await person.click(screen.getByRole('button', { name: 'Previous' }))
    await step('Step 1 of 3')
    await next(person)
    await step('Step 2 of 3')
    expect(requestsTo(addApplication)).toHaveLength(1)
    expect(requestsTo(updateApplication)[0]?.body).toMatchObject({ version: 1 })
  })

  test('a half-entered search item is there again after I went back', async () => {
    answerSaves()
    const { person } = await openNew()
    await enterDetails(person)
    await next(person)
    await step('Step 2 of 3')
    await person.type(field('Search text'), 'Void')
    await person.click(screen.getByRole('button', { name: 'Previous' }))
    await step('Step 1 of 3')
    await next(person)
    await step('Step 2 of 3')
    expect((field('Search text') as HTMLInputElement).value).toBe('Void')
  })

  test('the navigation marks the applications, of which this is a part', async () => {
    await openNew()
    const navigation = within(await screen.findByRole('navigation', { name: 'Administration screens' }))
    expect(navigation.getByRole('link', { current: 'page' }).textContent).toBe('Applications')
  })

  test('nothing is sent while fields are missing (CATA-069)', async () => {
    const { person } = await openNew()
    await next(person)
    expect((await screen.findByRole('alert')).textContent).toContain('Please enter valid values')
    expect(document.activeElement).toBe(field('Name'))
    expect(requestsTo(addApplication)).toHaveLength(0)
  })

  test('the server’s refusal stands at its field, and the step stays', async () => {
    const message = 'This system doesn’t exist any more.'
    refuse(addApplication, 422, message, [{ field: 'system', message }])
    const { person } = await openNew()
    await enterDetails(person)
    await next(person)
    await screen.findByText(message)
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'System' }))
    expect(screen.getByRole('heading', { name: /Step 1 of 3/ })).toBeDefined()
  })

  test('the portal’s own system, whose pages are the administration screens, is not offered', async () => {
    await openNew()
    const names = within(screen.getByRole('combobox', { name: 'System' }))
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
    expect(names).toContain('Payments Hub')
    expect(names).not.toContain('Customer Portal')
  })
})

describe('a missing section or system is added on the way', () => {
  test('a section; its dialog closes after 2 seconds and it is chosen (CATA-063)', async () => {
    const message = 'The section has been successfully added'
    answerWith(addSection, { code: '200', data: { ...empty, sectionId: 9, sectionNm: 'New tile' }, message })
    const { person } = await openNew()
    await person.click(screen.getByRole('button', { name: 'Add section' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add section' }))
    await person.click(dialog.getByRole('button', { name: 'Add section' }))
    await dialog.findByText('This field is required')
    await person.type(dialog.getByRole('textbox', { name: 'Name' }), 'New tile')
    expect((dialog.getByRole('checkbox', { name: 'Displayed on the home page' }) as HTMLInputElement).checked).toBe(
      true,
    )
    answer(listCatalogSections, [cards, { ...empty, sectionId: 9, sectionNm: 'New tile' }])
    await expectClosesAfter(dialog.getByRole('button', { name: 'Add section' }), message, 2_000)
    expect(requestsTo(addSection)[0]?.body).toEqual({ sectionNm: 'New tile', ccDispFlg: 'Y' })
    const chosen = screen.getByRole('combobox', { name: 'Section' }) as HTMLSelectElement
    expect(chosen.selectedOptions[0]?.text).toBe('New tile')
  })

  test('a system; its dialog closes after 2 seconds and it is chosen (CATA-064)', async () => {
    const message = 'The system has been successfully added'
    const made = { ...unused, systemId: 120, systemNm: 'New system' }
    answerWith(addSystem, { code: '200', data: made, message })
    const { person } = await openNew()
    await person.click(screen.getByRole('button', { name: 'Add system' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add system' }))
    await person.type(dialog.getByRole('textbox', { name: 'Name' }), 'New system')
    await person.selectOptions(dialog.getByRole('combobox', { name: 'Facility' }), 'Edgewood')
    answer(listSystems, [portalSystem, payments, made])
    await expectClosesAfter(dialog.getByRole('button', { name: 'Add system' }), message, 2_000)
    expect(requestsTo(addSystem)[0]?.body).toEqual({ systemNm: 'New system', facilityCd: 'EDH' })
    const chosen = screen.getByRole('combobox', { name: 'System' }) as HTMLSelectElement
    expect(chosen.selectedOptions[0]?.text).toBe('New system')
  })
})

describe('an application is edited', () => {
  test('with everything that it has, search information too (CATA-007, CATA-060, CATA-061)', async () => {
    answerSaves()
    const { person } = await openKnown()
    expect((field('Name') as HTMLInputElement).value).toBe('Refunds')
    expect(check('Opens an address').checked).toBe(true)
    expect((field('Address of its help') as HTMLInputElement).value).toBe('/help')
    await next(person)
    await step('Step 2 of 3')
    expect(requestsTo(updateApplication)[0]?.body).toMatchObject({ version: 5 })
    expect(screen.getByText('Return a payment')).toBeDefined()
  })

  test('turning the Cc feature off clears both addresses (CATA-062)', async () => {
    answerSaves()
    const { person } = await openKnown()
    await person.click(check('Opens an address'))
    expect(screen.queryByRole('textbox', { name: 'Address of the application' })).toBeNull()
    await person.click(check('Opens an address'))
    expect((field('Address of the application') as HTMLInputElement).value).toBe('')
    await person.click(check('Opens an address'))
    await next(person)
    await step('Step 2 of 3')
    expect(requestsTo(updateApplication)[0]?.body).toMatchObject({
      ccPageLocationTxt: null,
      ccHelpPageLocationTxt: null,
    })
  })

  test('a screen of the portal itself keeps its name and system, and is never external (CATA-059)', async () => {
    answer(getApplication, { ...refunds, protectedFlg: true, system: { systemId: 2, systemNm: 'Customer Portal' } })
    await openKnown()
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull()
    expect(screen.queryByRole('combobox', { name: 'System' })).toBeNull()
    expect(screen.queryByRole('checkbox', { name: 'External application' })).toBeNull()
    screen.getByText('Applications of the portal itself are never external.')
  })

  test('one that is unknown, or no id at all, leads to a new application (CATA-010)', async () => {
    refuse(getApplication, 404, 'Not found')
    const { address } = renderPage(`${settings}/999`)
    await screen.findByRole('heading', { name: 'Add application', level: 1 })
    expect(address()).toBe(settings)
  })

  test.each([
    ['section/999', getSection],
    ['system/999', getSystem],
    ['section/first', getSection],
    ['nothing', getApplication],
  ])('so does %s (CATA-010)', async (path, call) => {
    refuse(call, 404, 'Not found')
    const { address } = renderPage(`${settings}/${path}`)
    await screen.findByRole('heading', { name: 'Add application', level: 1 })
    expect(address()).toBe(settings)
  })

  test('a button opens the search of all applications, which the navigation names (CATA-017)', async () => {
    const { person, address } = await openKnown()
    const navigation = within(screen.getByRole('navigation', { name: 'Administration screens' }))
    expect(navigation.getByRole('link', { current: 'page' }).textContent).toBe('Applications')
    await person.click(screen.getByRole('link', { name: 'Search applications' }))
    await waitFor(() => expect(address()).toBe('/content-authenticated/administration/application-search'))
  })
})

describe('search information', () => {
  const open = async () => {
    answerSaves()
    const page = await openKnown()
    await next(page.person)
    await step('Step 2 of 3')
    return page
  }

  test('a duplicate search item is refused at its field (CATA-070, CATA-071)', async () => {
    const { person } = await open()
    await person.type(field('Search text'), 'refund')
    await person.type(field('Description'), 'Return a payment')
    await person.click(screen.getByRole('button', { name: 'Add' }))
    await screen.findByText('Search information already exist')
    expect(document.activeElement).toBe(field('Search text'))
  })

  test('an item without a text is refused at its field (CATA-069)', async () => {
    const { person } = await open()
    await person.click(screen.getByRole('button', { name: 'Add' }))
    await screen.findByText('This field is required')
  })

  test('going on with a half-entered item says so first, and once more leaves it out (CATA-072)', async () => {
    const { person } = await open()
    await person.type(field('Search text'), 'Void')
    await next(person)
    await screen.findByText(
      "You entered search information, but didn't add it. Please click Add if you meant to add the search information.",
    )
    expect(requestsTo(saveSubLinks)).toHaveLength(0)
    await next(person)
    await step('Step 3 of 3')
    expect(requestsTo(saveSubLinks)[0]?.body).toEqual([{ sublinkNm: 'Refund', descriptionTxt: 'Return a payment' }])
  })

  test('an item is removed after a question, which closes after 2 seconds (CATA-065)', async () => {
    const { person } = await open()
    await person.click(screen.getByRole('button', { name: 'Remove Refund' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove search information' }))
    await expectClosesAfter(
      dialog.getByRole('button', { name: 'Remove' }),
      'The search information has been removed',
      2_000,
    )
    expect(screen.getByText('There is no search information yet.')).toBeDefined()
  })
})

describe('sections and systems are edited on the same screen', () => {
  test('a section (CATA-008, CATA-015)', async () => {
    const message = 'The section has been successfully saved'
    const { person } = await openAt(`${settings}/section/7`, 'Edit section')
    expect((field('Name') as HTMLInputElement).value).toBe('Cards')
    await person.click(check('Displayed on the home page'))
    answerWith(updateSection, { code: '200', data: { ...cards, ccDispFlg: false, version: 4 }, message })
    answer(getSection, { ...cards, ccDispFlg: false, version: 4 })
    await person.click(screen.getByRole('button', { name: 'Save section' }))
    await screen.findByText(message)
    expect(requestsTo(updateSection)[0]?.body).toEqual({ sectionNm: 'Cards', ccDispFlg: 'N', version: 3 })
  })

  test('a section needs a name (CATA-069)', async () => {
    const { person } = await openAt(`${settings}/section/7`, 'Edit section')
    await person.clear(field('Name'))
    await person.click(screen.getByRole('button', { name: 'Save section' }))
    await screen.findByText('This field is required')
    expect(requestsTo(updateSection)).toHaveLength(0)
  })

  test('a system with its open-source software, where no name stands twice (CATA-009, CATA-015, CATA-073)', async () => {
    const { person } = await openAt(`${settings}/system/102`, 'Edit system')
    await person.type(field('Name of open-source software'), 'NGINX{Enter}')
    await screen.findByText('This name is in the list already.')
    await person.clear(field('Name of open-source software'))
    await person.type(field('Name of open-source software'), 'zlib')
    await person.click(screen.getByRole('button', { name: 'Add name' }))
    await person.click(await screen.findByRole('button', { name: 'Remove nginx' }))
    const message = 'The system has been successfully saved'
    const saved = { ...payments, cmrCenterExtlSoftware: ['zlib'], version: 5 }
    answerWith(updateSystem, { code: '200', data: saved, message })
    answer(getSystem, saved)
    await person.click(screen.getByRole('button', { name: 'Save system' }))
    await screen.findByText(message)
    expect(requestsTo(updateSystem)[0]?.body).toEqual({
      systemNm: 'Payments Hub',
      facilityCd: 'KCW',
      browserLogoutUrl: '',
      cmrCenterExtlSoftware: ['zlib'],
      version: 4,
    })
  })

  test('Enter adds a name, and the system is saved by its button alone', async () => {
    const { person } = await openAt(`${settings}/system/102`, 'Edit system')
    await person.type(field('Name of open-source software'), 'zlib{Enter}')
    await screen.findByRole('button', { name: 'Remove zlib' })
    expect(document.activeElement).toBe(field('Name of open-source software'))
    expect(field('Name of open-source software')).toHaveProperty('value', '')
    expect(requestsTo(updateSystem)).toEqual([])
  })

  test('somebody else’s change in between is reported, and nothing is overwritten', async () => {
    refuse(updateSystem, 409, 'Bea changed this after you opened it.')
    const { person } = await openAt(`${settings}/system/102`, 'Edit system')
    await person.type(field('Name'), ' 2')
    await person.click(screen.getByRole('button', { name: 'Save system' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Bea changed this after you opened it.')
  })
})
