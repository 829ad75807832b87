import { downloadOwnExport, getOwnExport, requestOwnExport } from '@portico/contract/person-export/own-export.ts'
import type { PersonExport } from '@portico/contract/person-export/person-export.ts'
import { listSessions, listSignIns } from '@portico/contract/session/session.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { answerAccount } from '../../../test/account.ts'
import { answer, answerFile, refuse, requestsTo } from '../../../test/answer.ts'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { storeEmulation } from '../../api/emulation.ts'
import { endSession, updateFirstName } from '../../api/session.ts'

// The page's modules are loaded once, so that no test waits for them.
beforeAll(async () => {
  await Promise.all([import('./AccountSettingsPage.tsx'), import('../../shell/Shell.tsx')])
})

beforeEach(() => {
  answerFrame()
  answer(listSessions, [])
  answer(listSignIns, [])
  answerAccount()
})

afterEach(() => {
  sessionStorage.clear()
  endSession('lost')
})

const archive = (stateCd: PersonExport['stateCd']): PersonExport => ({
  exportId: 7,
  stateCd,
  requestedDt: new Date('2026-11-28T15:00:00Z'),
  expiresDt: new Date('2026-12-01T15:00:00Z'),
})

async function openPanel(newest: PersonExport | null) {
  signInAs()
  answer(getOwnExport, newest)
  const { person } = renderPage('/content-authenticated/account-settings')
  return { person, panel: within(await screen.findByRole('region', { name: 'Your data' })) }
}

test('I ask for my data, and download it once it is ready', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:person')
  // This window would go to the file instead of saving it.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const { person, panel } = await openPanel(null)
  expect(panel.getByText(/download it once, within 3 days/)).toBeDefined()
  answer(requestOwnExport, archive('queued'))
  answer(getOwnExport, archive('ready'))
  await person.click(panel.getByRole('button', { name: 'Request my data' }))
  expect((await panel.findByText(/^Ready until /)).getAttribute('role')).toBe('status')
  expect(requestsTo(requestOwnExport)).toHaveLength(1)
  answerFile(downloadOwnExport)
  answer(getOwnExport, archive('downloaded'))
  await person.click(panel.getByRole('button', { name: 'Download my data' }))
  expect(await panel.findByText(/^You have downloaded the archive/)).toBeDefined()
  expect(requestsTo(downloadOwnExport)[0]?.path).toMatch(/data-exports\/7\/file$/)
  expect(panel.queryByRole('button', { name: 'Download my data' })).toBeNull()
})

test('while my archive is made I cannot ask for another one, and read why', async () => {
  const { person, panel } = await openPanel(archive('running'))
  expect(panel.getByText('Your archive is being made. You can leave this page.')).toBeDefined()
  await person.click(panel.getByRole('button', { name: 'Request a new archive' }))
  expect(requestsTo(requestOwnExport)).toHaveLength(0)
  expect(screen.getAllByText('Your archive is being made already. We’ll email you when it’s ready.')).not.toEqual([])
})

test('I read that my archive could not be made, and why a new one is refused', async () => {
  const { person, panel } = await openPanel(archive('failed'))
  expect(panel.getByText('The archive could not be made.')).toBeDefined()
  refuse(requestOwnExport, 429, 'Try again tomorrow.')
  await person.click(panel.getByRole('button', { name: 'Request a new archive' }))
  expect((await panel.findByRole('alert')).textContent).toContain('Try again tomorrow.')
})

test('an administrator who acts as me neither sees nor asks for my data', async () => {
  signInAs({ internalUserFlg: true })
  storeEmulation({
    login: {
      userId: 21,
      userNm: 'bea.ivers',
      firstNm: 'Bea',
      lastNm: 'Ivers',
      loginSessionId: 'the-emulated-token',
      internalUserFlg: false,
      idmuser: false,
      federatedUser: false,
      readOnlyFlg: false,
      emulationEndDt: new Date('2026-11-28T15:30:00Z'),
      secondsLeft: 1800,
    },
    csrfToken: 'the-emulated-csrf-token',
    administrator: { id: 7, userNm: 'ann.smith', firstNm: 'Ann' },
    returnTo: '/content-authenticated/home',
  })
  // The page reads the storage again, as after it was loaded.
  updateFirstName('Bea')
  renderPage('/content-authenticated/account-settings')
  expect(await screen.findByRole('region', { name: 'Personal information' })).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Your data' })).toBeNull()
  expect(requestsTo(getOwnExport)).toHaveLength(0)
})
