import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Profile, updateProfile } from '@portico/contract/account/account.ts'
import { getOwnTexts } from '@portico/contract/texts/own-texts.ts'
import { listSessions, listSignIns } from '@portico/contract/session/session.ts'
import { getApplicationResources } from '@portico/contract/sign-in/sign-in.ts'
import { answerAccount } from '../../test/account.ts'
import { answer, answerAfter, failToConnect, requestsTo } from '../../test/answer.ts'
import { answerFrame } from '../../test/frame.ts'
import { annsProfile, signInAs } from '../../test/people.ts'
import { renderPage } from '../../test/render-page.tsx'
import { rememberLanguage, systemLanguage } from '../api/language.ts'
import { currentLanguage, formatMessage, replaceLanguage } from '../api/texts.ts'
import { formatBytes, formatDay, formatNumber } from '../ui/format.ts'

const german = {
  login_title: 'Anmelden',
  language_label: 'Sprache',
  language_panel_title: 'Sprache',
  language_system: 'Wie im Browser ({language})',
  account_saved: 'Ihre Änderungen sind gespeichert.',
  menu_account_settings: 'Kontoeinstellungen',
  product_name: 'Portico',
}

beforeEach(() => {
  answerFrame()
  answer(getApplicationResources, german)
})
afterEach(() => {
  replaceLanguage('en', {})
  rememberLanguage(null)
})

const lang = () => document.documentElement.lang

describe('before the sign-in', () => {
  test('I choose the language of the page, which keeps what I have typed and remembers the choice', async () => {
    const { person } = renderPage('/login')
    await person.type(await screen.findByLabelText('User ID'), 'ann.smith')
    await person.selectOptions(screen.getByLabelText('Language'), 'Deutsch')
    await screen.findByRole('heading', { name: 'Anmelden' })
    expect(lang()).toBe('de')
    expect(screen.getByLabelText('User ID')).toHaveProperty('value', 'ann.smith')
    expect(requestsTo(getApplicationResources).at(-1)?.search).toBe('?language=de')
    // Once what the server words has loaded anew.
    await waitFor(() => expect(document.cookie).toContain('portal-language=de'))
    await waitFor(() => expect(document.title).toContain('Anmelden'))
    answer(getApplicationResources, {})
    await person.selectOptions(screen.getByRole('combobox', { name: 'Sprache' }), 'English')
    await screen.findByRole('heading', { name: 'Sign in' })
    // The browser asks for English by itself.
    await waitFor(() => expect(document.cookie).not.toContain('portal-language'))
  })

  test('a language that I take back before its texts have loaded does not come', async () => {
    const first = Promise.withResolvers<Record<string, string>>()
    answerAfter(getApplicationResources, first.promise)
    const { person } = renderPage('/login')
    const choice = await screen.findByLabelText('Language')
    await person.selectOptions(choice, 'Deutsch')
    await waitFor(() => expect(requestsTo(getApplicationResources).at(-1)?.search).toBe('?language=de'))
    expect(choice).toHaveProperty('value', 'de')
    answer(getApplicationResources, {})
    await person.selectOptions(choice, 'English')
    first.resolve(german)
    await waitFor(() => expect(choice.getAttribute('aria-busy')).toBeNull())
    await screen.findByRole('heading', { name: 'Sign in' })
    expect([lang(), document.cookie.includes('portal-language')]).toEqual(['en', false])
  })

  test('where the texts of a language do not load, I am told and the page stays in its own', async () => {
    failToConnect(getApplicationResources)
    const { person } = renderPage('/login')
    await person.selectOptions(await screen.findByRole('combobox', { name: 'Language' }), 'Deutsch')
    await screen.findByText(/^We can’t reach the portal/)
    await waitFor(() => expect(screen.getByLabelText('Language').getAttribute('aria-busy')).toBeNull())
    expect(screen.getByLabelText('Language')).toHaveProperty('value', 'en')
    expect(lang()).not.toBe('de')
    expect(document.cookie).not.toContain('portal-language')
  })
})

describe('with an account', () => {
  beforeEach(() => {
    answerAccount()
    answer(listSessions, [])
    answer(listSignIns, [])
    signInAs()
  })
  const settings = '/content-authenticated/account-settings'

  test('the page appears in the language of the account, whatever the browser asks for', async () => {
    answer(getOwnTexts, { languageCd: 'de', texts: { menu_account_settings: 'Mein Konto' } })
    renderPage(settings)
    await screen.findByRole('heading', { name: 'Mein Konto', level: 1 })
    expect(currentLanguage()).toBe('de')
    expect(document.cookie).toContain('portal-language=de')
  })

  test('a new language applies at once and the message is in it', async () => {
    const { person } = renderPage(settings)
    const choice = await screen.findByRole('combobox', { name: 'Language' })
    expect(choice).toHaveProperty('value', 'system')
    answer(updateProfile, { ...annsProfile, languageCd: 'de' })
    answer(getOwnTexts, { languageCd: 'de', texts: {} })
    await person.selectOptions(choice, 'Deutsch')
    await screen.findByText(german.account_saved)
    await screen.findByRole('heading', { name: 'Kontoeinstellungen', level: 1 })
    expect(screen.getByRole('combobox', { name: 'Sprache' })).toHaveProperty('value', 'de')
    expect(requestsTo(updateProfile)[0]?.body).toEqual({ languageCd: 'de' })
  })

  test('a language that I take back before the server has answered is not kept', async () => {
    const { person } = renderPage(settings)
    const choice = await screen.findByRole('combobox', { name: 'Language' })
    const first = Promise.withResolvers<Profile>()
    answerAfter(updateProfile, first.promise)
    await person.selectOptions(choice, 'Deutsch')
    await waitFor(() => expect(requestsTo(updateProfile)).toHaveLength(1))
    answer(updateProfile, { ...annsProfile, languageCd: 'en' }, { message: '' })
    answer(getOwnTexts, { languageCd: 'en', texts: {} })
    await person.selectOptions(choice, 'English')
    expect(requestsTo(updateProfile)).toHaveLength(1)
    first.resolve({ ...annsProfile, languageCd: 'de' })
    await screen.findByText(/^Your changes have been saved/)
    expect(requestsTo(updateProfile).map(({ body }) => body)).toEqual([{ languageCd: 'de' }, { languageCd: 'en' }])
    expect([lang(), (choice as HTMLSelectElement).value]).toEqual(['en', 'en'])
  })
})

test('numbers, days and plurals are written as the language writes them', () => {
  const pages = '{count, plural, one {# Seite} other {# Seiten}}'
  expect([formatNumber(12_345.5), formatDay('2026-11-21'), formatBytes(1536), formatBytes(1)]).toEqual([
    '12,345.5',
    '11/21/2026',
    '1.5 KB',
    '1 byte',
  ])
  replaceLanguage('de', german)
  expect([formatNumber(12_345.5), formatDay('2026-11-21'), formatBytes(1536), formatBytes(512)]).toEqual([
    '12.345,5',
    '21.11.2026',
    '1,5 KB',
    '512 Byte',
  ])
  expect([formatMessage(pages, { count: 1 }), formatMessage(pages, { count: 1234 })]).toEqual([
    '1 Seite',
    '1.234 Seiten',
  ])
})

test('the browser’s language is the best of those that it asks for, else the portal’s', () => {
  const languages = vi.spyOn(navigator, 'languages', 'get')
  languages.mockReturnValue(['fr', 'de-AT', 'en'])
  expect(systemLanguage()).toBe('de')
  languages.mockReturnValue(['fr'])
  expect(systemLanguage()).toBe('en')
  document.documentElement.dataset['defaultLanguage'] = 'de'
  expect(systemLanguage()).toBe('de')
  delete document.documentElement.dataset['defaultLanguage']
  languages.mockRestore()
})
