import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import {
  generatePreview,
  getClientFacts,
  getCurrentBranding,
  getPrevBranding,
  getPreview,
  listBrandingVersions,
  saveBranding,
} from '@portico/contract/branding/client-branding.ts'
import {
  generateDefaultPreview,
  getCurrentDefaultBranding,
  getDefaultPreview,
  listDefaultBrandingVersions,
  saveDefaultBranding,
} from '@portico/contract/branding/default-branding.ts'
import { getWebSessionId } from '@portico/contract/session/session.ts'
import { answer, answerAfter, refuse, requestsTo } from '../../../test/answer.ts'
import { answerClientSettings, defaultBrand, holdPages, plainBrand } from '../../../test/client-settings.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { uploadsGoToServer } from '../../../test/uploads.ts'
// Loaded with the tests, so that the first of them does not wait for it.
import './ClientSettingsPage.tsx'
import './DefaultBrandingPage.tsx'

const address = '/content-authenticated/administration/client-settings/2'
const saved = { brandingModeCd: 'custom' as const, versionNbr: 3, changedByNm: 'Grace Hopper', changedDt: new Date() }
const brand = { ...plainBrand, clientColorTxt: '8b1e3f', clientPryButtonColorTxt: '2f5d8a', ...saved }
const defaults = { ...defaultBrand, ...saved }
const drawn = 'data:image/png;base64,iVBORw0KGgo='

beforeEach(() => {
  answerClientSettings()
  uploadsGoToServer()
  answer(getCurrentBranding, { clientId: 2, clientNm: 'Meridian', ...brand })
  answer(getClientFacts, { users: null, signIn: null, announcementCnt: null })
  answer(listBrandingVersions, [brand])
  answer(getWebSessionId, 'workspace')
  answer(generatePreview, { fieldName: 'logoImage', widthPx: 4, heightPx: 4, byteCnt: 90 })
  answer(getPreview, { image: drawn })
  signInAs({ internalUserFlg: true })
})

async function openPage(search = '') {
  const { person } = renderPage(address + search)
  await screen.findByRole('heading', { name: 'Meridian', level: 1 })
  return person
}
type Visitor = Awaited<ReturnType<typeof openPage>>

async function save(person: Visitor) {
  await person.click(screen.getByRole('button', { name: 'Save client settings' }))
  const review = within(await screen.findByRole('dialog'))
  await person.click(review.getByRole('button', { name: 'Save client settings' }))
}

async function chooseLogo(person: Visitor) {
  const group = within(screen.getByRole('group', { name: 'Logo' }))
  await person.upload(
    group.getByLabelText('Logo', { selector: 'input' }),
    new File(['x'], 'logo.png', { type: 'image/png' }),
  )
  return group
}

test('an error that nobody expects sends me to the representative, and my changes stay (BRND-037)', async () => {
  refuse(saveBranding, 500, 'Broken')
  const person = await openPage()
  const color = screen.getByRole('textbox', { name: 'Tile color' })
  await person.clear(color)
  await person.type(color, '123456')
  await save(person)
  await screen.findByText('There is an error in this process. Please contact your Client Relations representative.')
  expect((color as HTMLInputElement).value).toBe('123456')
})

test('a color pasted with a # or with blanks around it is taken without them (BRND-022)', async () => {
  const person = await openPage()
  const color = screen.getByRole<HTMLInputElement>('textbox', { name: 'Tile color' })
  await person.clear(color)
  await person.click(color)
  await person.paste(' #12ab34 ')
  expect(color.value).toBe('12ab34')
  await person.tab()
  expect(color.getAttribute('aria-invalid')).not.toBe('true')
})

test('a new image shows once its preview has loaded, and not the default one until then (BRND-034)', async () => {
  let show: (preview: { image: string }) => void = () => undefined
  answerAfter(
    getPreview,
    new Promise((resolve) => {
      show = resolve
    }),
  )
  const person = await openPage()
  const group = await chooseLogo(person)
  await group.findByText('Loading the new image…')
  expect(group.queryByRole('img')).toBeNull()
  show({ image: drawn })
  expect((await group.findByRole('img', { name: 'Logo: New image' })).getAttribute('src')).toBe(drawn)
})

test('a new image whose preview cannot be shown says so, and can be removed', async () => {
  refuse(getPreview, 404, 'Gone')
  const person = await openPage()
  const group = await chooseLogo(person)
  await group.findByText('We couldn’t show the new image. Upload it again.')
  expect(group.queryByRole('img')).toBeNull()
  await person.click(group.getByRole('button', { name: 'Use default: Logo' }))
  await group.findByRole('img', { name: 'Logo: Default image' })
})

test('without previous settings I read so, and cannot save them (BRND-024, BRND-036)', async () => {
  const none = 'Previous settings for this client is not found.'
  refuse(getPrevBranding, 404, none)
  const person = await openPage()
  await person.click(screen.getByRole('radio', { name: 'Previous' }))
  await screen.findAllByText(none)
  await person.click(screen.getByRole('button', { name: 'Save client settings' }))
  expect(requestsTo(saveBranding)).toHaveLength(0)
})

test('the previous settings are those of the client that I see, not of the one that I saw before (BRND-024)', async () => {
  answer(getPrevBranding, { ...brand, clientColorTxt: 'aa1100' })
  const { person, router } = renderPage(address)
  await screen.findByRole('heading', { name: 'Meridian', level: 1 })
  const tiles = () =>
    getComputedStyle(screen.getByRole('img', { name: 'Home, Light' })).getPropertyValue('--tile-color')
  await person.click(screen.getByRole('radio', { name: 'Previous' }))
  await waitFor(() => expect(tiles()).toMatch(/aa1100/i))
  answer(getCurrentBranding, { clientId: 3, clientNm: 'Harbor', ...brand })
  answer(getPrevBranding, { ...brand, clientColorTxt: '0022bb' })
  await act(() => router.navigate({ href: address.replace(/2$/, '3'), ignoreBlocker: true }))
  await screen.findByRole('heading', { name: 'Harbor', level: 1 })
  expect(tiles()).toMatch(/8b1e3f/i)
  await person.click(screen.getByRole('radio', { name: 'Previous' }))
  await waitFor(() => expect(tiles()).toMatch(/0022bb/i))
  expect(requestsTo(getPrevBranding).map(({ path }) => /clients\/(\d+)/.exec(path)?.[1])).toEqual(['2', '3'])
})

test.each(['Default', 'Previous'])(
  'what I edit after I chose the %s settings makes them my own (BRND-026)',
  async (mode) => {
    answer(getPrevBranding, brand)
    answer(saveBranding, { ...brand, versionNbr: 4 })
    const person = await openPage()
    await person.click(screen.getByRole('radio', { name: mode }))
    const color = screen.getByRole('textbox', { name: 'Tile color' })
    await person.clear(color)
    await person.type(color, '123456')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Custom' }).checked).toBe(true)
    await save(person)
    await waitFor(() => expect(requestsTo(saveBranding)).toHaveLength(1))
    expect(requestsTo(saveBranding)[0]?.body).toMatchObject({ isPrevious: 'N', isDefault: 'N', color: '#123456' })
  },
)

test('a history that cannot be loaded says so, and comes with another try', async () => {
  refuse(listBrandingVersions, 500, 'Broken')
  const person = await openPage('?tab=history')
  await screen.findByText('We couldn’t load the history.')
  answer(listBrandingVersions, [brand])
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  const row = within(await screen.findByRole('row', { name: /Grace Hopper/ }))
  await waitFor(() => expect(row.getByText('Tile color:')).toBeDefined())
  expect(row.getByText('Primary button color:')).toBeDefined()
})

test('a color that is none is refused at its field, and the preview keeps the default one (S61b)', async () => {
  const person = await openPage()
  const tiles = () =>
    getComputedStyle(screen.getByRole('img', { name: 'Home, Light' })).getPropertyValue('--tile-color')
  const color = screen.getByRole('textbox', { name: 'Tile color' })
  await person.clear(color)
  const standard = tiles()
  await person.type(color, 'red')
  expect(tiles()).toBe(standard)
  await person.click(screen.getByRole('button', { name: 'Save client settings' }))
  await screen.findByText('Enter six digits from 0 to 9 and A to F, such as 3B5B8C.')
  expect(requestsTo(saveBranding)).toHaveLength(0)
})

test('removing an image of the default branding shows that none is left, and an empty color the shipped one (DBMT-035..038)', async () => {
  holdPages('Database Maintenance')
  answer(getCurrentDefaultBranding, defaults)
  const { person } = renderPage('/content-authenticated/database-maintenance/default-branding')
  await screen.findByRole('heading', { name: 'Default branding', level: 1 })
  const logo = within(screen.getByRole('group', { name: 'Logo' }))
  logo.getByRole('img', { name: 'Logo: Own image' })
  await person.click(logo.getByRole('button', { name: 'Remove image: Logo' }))
  expect(logo.queryByRole('img')).toBeNull()
  logo.getByText('None')
  expect(document.activeElement).toBe(logo.getByRole('button', { name: 'Choose image: Logo' }))
  const color = screen.getByRole('textbox', { name: 'Tile color' })
  await person.clear(color)
  expect(color.getAttribute('placeholder')).toBe('3B5B8C')
})

test('a new image of the default branding is checked, shown, and saved with its workspace (DBMT-037)', async () => {
  holdPages('Database Maintenance')
  answer(getCurrentDefaultBranding, defaults)
  answer(generateDefaultPreview, { fieldName: 'logoImage', widthPx: 4, heightPx: 4, byteCnt: 90 })
  answer(getDefaultPreview, { image: drawn })
  const { person } = renderPage('/content-authenticated/database-maintenance/default-branding')
  await screen.findByRole('heading', { name: 'Default branding', level: 1 })
  const group = await chooseLogo(person)
  expect((await group.findByRole('img', { name: 'Logo: New image' })).getAttribute('src')).toBe(drawn)
  expect(requestsTo(generateDefaultPreview)).toHaveLength(1)
  expect(requestsTo(getDefaultPreview)[0]?.search).toContain('webSessionId=workspace')
})

test('I save the default branding after reading what changes, and its history has it (DBMT-003)', async () => {
  holdPages('Database Maintenance')
  answer(getCurrentDefaultBranding, defaults)
  answer(listDefaultBrandingVersions, [defaults])
  const { person } = renderPage('/content-authenticated/database-maintenance/default-branding?tab=history')
  expect(await screen.findAllByRole('row', { name: /Grace Hopper/ })).toHaveLength(1)
  await person.click(screen.getByRole('tab', { name: 'Branding' }))
  const color = await screen.findByRole('textbox', { name: 'Tile color' })
  await person.clear(color)
  await person.type(color, '123456')
  await person.click(screen.getByRole('button', { name: 'Save default branding' }))
  const review = within(await screen.findByRole('dialog'))
  review.getByText(/123456/)
  const next = { ...defaults, defaultColorTxt: '123456', versionNbr: 4, changedByNm: 'Ada Lovelace' }
  answer(saveDefaultBranding, next)
  answer(getCurrentDefaultBranding, next)
  answer(listDefaultBrandingVersions, [next, defaults])
  await person.click(review.getByRole('button', { name: 'Save default branding' }))
  await screen.findAllByText('The default branding has been saved.')
  expect(requestsTo(saveDefaultBranding)).toHaveLength(1)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await person.click(screen.getByRole('tab', { name: 'History' }))
  await screen.findByRole('row', { name: /Ada Lovelace/ })
})
