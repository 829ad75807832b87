import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { getClientFacts } from '@portico/contract/branding/client-branding.ts'
import { listManagedObjects } from '@portico/contract/managed-objects/managed-objects.ts'
import { answer } from '../../../test/answer.ts'
import { answerClientSettings } from '../../../test/client-settings.ts'
import { showOnPhone } from '../../../test/on-a-phone.ts'
import { renderPage } from '../../../test/render-page.tsx'
// Loaded with the tests, so that the first of them does not wait for it.
import './ClientSettingsPage.tsx'

const signIn = {
  providerNm: 'Meridian SSO',
  domains: ['meridian.example'],
  domainCnt: 3,
  timeoutMinutesCnt: 15,
  textCnt: 4,
}

beforeEach(() => {
  answerClientSettings()
  answer(getClientFacts, { users: { activeCnt: 1200, inactiveCnt: 8 }, signIn, announcementCnt: 2 })
})

async function openClient() {
  renderPage('/content-authenticated/administration/client-settings/2')
  await screen.findByRole('heading', { name: 'Meridian', level: 1 })
}
const valueOf = (title: string) => screen.getByText(title).parentElement?.querySelector('dd')
const linkOf = (title: string) => valueOf(title)?.querySelector('a')?.getAttribute('href')

test('I read what the portal has of a client, and go from each fact to its screen', async () => {
  await openClient()
  within(screen.getByRole('region', { name: 'At a glance' })).getByText('1,200 active, 8 inactive')
  expect(linkOf('Users')).toBe('/content-authenticated/administration?employer=2')
  expect(valueOf('Identity provider')?.textContent).toBe('Meridian SSO')
  expect(valueOf('Email domains')?.textContent).toBe('meridian.example and 2 more')
  expect(valueOf('Session timeout')?.textContent).toBe('15 minutes')
  expect(linkOf('Session timeout')).toContain('category=emp-session-timeouts')
  expect(linkOf('Own texts')).toContain('client=2')
  expect(valueOf('Announcements for this client')?.textContent).toBe('2')
})

test('on a phone the facts are folded, so that the tabs begin on the first screen', async () => {
  showOnPhone()
  onTestFinished(() => void vi.unstubAllGlobals())
  await openClient()
  const facts = within(screen.getByRole('region', { name: 'At a glance' }))
  const folded = facts.getByRole('group')
  expect(folded.hasAttribute('open')).toBe(false)
  await userEvent.setup().click(facts.getByText('At a glance'))
  expect(folded.hasAttribute('open')).toBe(true)
  within(folded).getByText('1,200 active, 8 inactive')
})

test('I read where a client has what everyone has', async () => {
  answer(getClientFacts, {
    users: null,
    signIn: { providerNm: null, domains: [], domainCnt: 0, timeoutMinutesCnt: null, textCnt: 0 },
    announcementCnt: null,
  })
  await openClient()
  expect(valueOf('Identity provider')?.textContent).toBe('None')
  expect(valueOf('Email domains')?.textContent).toBe('None')
  expect(valueOf('Session timeout')?.textContent).toBe('As for everyone')
  expect(screen.queryByText('Users')).toBeNull()
})

test('without the pages of other screens there are no facts', async () => {
  answer(getClientFacts, { users: null, signIn: null, announcementCnt: null })
  await openClient()
  expect(screen.queryByRole('region', { name: 'At a glance' })).toBeNull()
})

test('I read once of the client and once of its branding that files of configuration manage it', async () => {
  answer(listManagedObjects, [
    { objectId: '2', appliedDt: new Date('2026-07-01T10:00:00Z'), appliedByNm: 'Ada Lovelace', fileSetNm: 'default' },
  ])
  await openClient()
  await screen.findByText(/^Managed by configuration files, last applied .+ by Ada Lovelace\./)
  await screen.findByText(/^Branding is managed by configuration files, last applied .+ by Ada Lovelace\./)
})
