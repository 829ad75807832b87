import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { emulatedLogin, emulatedLogout } from '@portico/contract/emulation/emulation.ts'
import { listSections, recordPageAccess, recordSectionAccess } from '@portico/contract/home/home.ts'
import { getProfile } from '@portico/contract/account/account.ts'
import { launchPage } from '@portico/contract/single-sign-on/single-sign-on.ts'
import { noteRecentVisit } from '@portico/contract/preferences/recent-visits.ts'
import { logout } from '@portico/contract/session/session.ts'
import { getUserListOptions, type ListedUser, listUsers } from '@portico/contract/users/users.ts'
import { answer, refuse, requestsTo } from '../../test/answer.ts'
import { answerFrame } from '../../test/frame.ts'
import { annsProfile, signInAs } from '../../test/people.ts'
import { renderPage } from '../../test/render-page.tsx'
import { answerUserList, bea, gus, vera } from '../../test/users.ts'
import { storeEmulation } from '../api/emulation.ts'
import { currentSession, endSession, updateFirstName } from '../api/session.ts'
import type { TabMessage } from '../api/tab-channel.ts'
import { launch, type Opening } from '../portal/home/launch.ts'
import '../admin/users/UsersPage.tsx'
import '../portal/home/HomePage.tsx'

const LOGIN = {
  userId: bea.userId,
  userNm: bea.userNm,
  firstNm: 'Bea',
  lastNm: 'Ivers',
  loginSessionId: 'the-emulated-token',
  internalUserFlg: false,
  idmuser: false,
  federatedUser: true,
  readOnlyFlg: true,
  emulationEndDt: new Date('2026-11-20T15:30:00Z'),
  secondsLeft: 1800,
}
const LIST = '/content-authenticated/administration?name=bea'

let leave: ReturnType<typeof vi.spyOn>
let otherTab: BroadcastChannel
let messages: TabMessage[]
beforeEach(() => {
  leave = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  otherTab = new BroadcastChannel('portico')
  messages = []
  otherTab.onmessage = (event: MessageEvent<TabMessage>) => {
    messages.push(event.data)
  }
})
afterEach(() => {
  otherTab.close()
  sessionStorage.clear()
  endSession('lost')
})

describe('signing on as a user', () => {
  async function openMenu(user: ListedUser) {
    const page = renderPage(LIST)
    await page.person.click(await screen.findByRole('button', { name: `Actions for ${user.firstNm} ${user.lastNm}` }))
    return { ...page, entry: await screen.findByRole('menuitem', { name: /^Sign on as User/ }) }
  }

  test('asks for the reason, preselects look-only, and goes to the user’s home in this tab alone (EMUL-007..009, EMUL-011..013, SESS-027, SESS-028)', async () => {
    answerUserList([bea])
    const { person, entry } = await openMenu(bea)
    await person.click(entry)
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign on as User' }))
    const submit = dialog.getByRole('button', { name: 'Sign on as User' })
    expect(dialog.getByRole('checkbox', { name: 'Look only' })).toHaveProperty('checked', true)
    await person.click(submit)
    expect(await dialog.findByText('This field is required')).toBeDefined()
    expect(requestsTo(emulatedLogin)).toHaveLength(0)
    answer(emulatedLogin, LOGIN, { headers: { 'x-csrf-token': 'the-emulated-csrf-token' } })
    await person.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Ticket 4711')
    await person.click(submit)
    await waitFor(() => expect(leave).toHaveBeenCalledWith('/content-authenticated/home'))
    expect(requestsTo(emulatedLogin)[0]).toMatchObject({
      path: `/ccservices/secure/admin/rest/db/user-admin/admin-users/7/cpusers/21/emulated-login`,
      body: { host: location.host, reason: 'Ticket 4711', readOnly: true },
    })
    expect(sessionStorage.getItem('sessionToken')).toBe('the-emulated-token')
    expect([sessionStorage.getItem('uid'), sessionStorage.getItem('isEmulated')]).toEqual(['21', 'Y'])
    expect(JSON.parse(sessionStorage.getItem('adminJson') ?? '')).toEqual({
      id: 7,
      userNm: 'ann.smith',
      firstNm: 'Ann',
    })
    // What other tabs read stays the administrator's.
    expect([localStorage.getItem('uid'), localStorage.getItem('isEmulated')]).toEqual(['7', 'N'])
    expect(messages.filter((message) => message.kind === 'signed-in' && message.values['uid'] !== '7')).toEqual([])
  })

  test('a refusal is shown in the dialog, and this tab stays the administrator’s', async () => {
    answerUserList([bea])
    const { person, entry } = await openMenu(bea)
    await person.click(entry)
    refuse(emulatedLogin, 403, 'This user has administration rights that you don’t have.')
    await person.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Ticket')
    await person.click(screen.getByRole('button', { name: 'Sign on as User' }))
    expect(await screen.findByText('This user has administration rights that you don’t have.')).toBeDefined()
    expect(sessionStorage.getItem('adminJson')).toBeNull()
    expect(leave).not.toHaveBeenCalled()
  })

  test.each<[string, ListedUser, string]>([
    ['an inactive user', gus, 'Only active users who aren’t locked can be signed on as.'],
    ['a locked user', vera, 'Only active users who aren’t locked can be signed on as.'],
    ['myself', { ...bea, userId: 7 }, 'You can’t do this to your own account.'],
    ['a US associate', { ...bea, usAssociate: true }, 'Only US associates may sign on as a US associate.'],
  ])('for %s the menu says why not (EMUL-010)', async (_who, user, reason) => {
    answerUserList([user])
    const { entry } = await openMenu(user)
    expect(entry.getAttribute('aria-disabled')).toBe('true')
    expect(entry.textContent).toContain(reason)
  })

  test('without the right of one’s own the menu says so (EMUL-002)', async () => {
    answerUserList([bea])
    answer(getUserListOptions, {
      portalAdminFlg: true,
      securityProvider: 'duo',
      signOnAsFlg: false,
      usAssociate: false,
    })
    const { entry } = await openMenu(bea)
    expect(entry.textContent).toContain('You don’t have the right to sign on as other users.')
  })

  test('back from an emulation, the user’s row has the focus', async () => {
    answerUserList([gus, bea])
    renderPage(`${LIST}#user-21`)
    const actions = await screen.findByRole('button', { name: 'Actions for Bea Ivers' })
    await waitFor(() => expect(document.activeElement).toBe(actions))
    expect(requestsTo(listUsers)).toHaveLength(1)
  })
})

/** This tab after the load of the page: the administrator, user 7, acts as Bea. */
function emulate(more: Partial<typeof LOGIN> = {}) {
  signInAs({ internalUserFlg: true })
  storeEmulation({
    login: { ...LOGIN, ...more },
    csrfToken: 'the-emulated-csrf-token',
    administrator: { id: 7, userNm: 'ann.smith', firstNm: 'Ann' },
    returnTo: `${LIST}#user-21`,
  })
  // The page reads the storage again, as after it was loaded.
  updateFirstName('Bea')
}

describe('a tab in which an administrator acts as a user', () => {
  function openHome(more: Partial<typeof LOGIN> = {}) {
    answerFrame()
    answer(getAdminMenu, [])
    answer(listSections, [])
    answer(getProfile, { ...annsProfile, userId: 21, firstNm: 'Bea' })
    answer(emulatedLogout, null)
    emulate(more)
    return renderPage('/content-authenticated/home')
  }
  const banner = async () => within(await screen.findByRole('region', { name: 'Signed on as another user' }))

  test('the addresses of the administration that I open as the user are not noted as visits of theirs', async () => {
    openHome()
    await banner()
    renderPage('/content-authenticated/administration/deleted-users')
    await screen.findByRole('heading', { name: 'You don’t have access to this page', level: 1 })
    expect(requestsTo(noteRecentVisit)).toEqual([])
  })

  test('says who acts as whom, with which rights and for how long (EMUL-001)', async () => {
    openHome()
    const shown = await banner()
    expect(shown.getByText('Ann, you’re signed on as Bea Ivers.')).toBeDefined()
    expect(shown.getByText('Look only')).toBeDefined()
    expect(shown.getByText('30 min left')).toBeDefined()
    // Every call carries the emulation token beside the session's (EMUL-018, E22).
    const [request] = requestsTo(listSections)
    expect(request?.headers.get('x-emulation-token')).toBe('the-emulated-token')
    expect(request?.headers.get('authorization')).toBe('Bearer the-emulated-token')
  })

  test('says so where the administrator may change things too', async () => {
    openHome({ readOnlyFlg: false, secondsLeft: 59 })
    const shown = await banner()
    shown.getByText('You can make changes')
    expect(shown.queryByText('Look only')).toBeNull()
    shown.getByText(/^5\d s left$/)
  })

  test('what the administrator opens is not recorded as the user’s last use', async () => {
    openHome()
    await banner()
    const page = { pageId: 20, openInNewWindowFlg: false } as Opening['page']
    const tile = { sectionId: 2, userSectionPages: [page] } as unknown as Opening['tile']
    answer(launchPage, {
      url: 'https://app.test/',
      method: 'GET',
      fields: {},
      openInNewWindowFlg: false,
      handOffUrl: null,
    })
    answer(recordSectionAccess, null)
    answer(recordPageAccess, null)
    await launch({ uid: 21, tile, page }, null)
    expect(leave).toHaveBeenCalledWith('https://app.test/')
    expect([...requestsTo(recordSectionAccess), ...requestsTo(recordPageAccess)]).toEqual([])
  })

  test('returns to the row that it came from, as the administrator (EMUL-014, EMUL-020, E10)', async () => {
    const { person } = openHome()
    await person.click((await banner()).getByRole('button', { name: 'Return to administration' }))
    await waitFor(() => expect(leave).toHaveBeenCalledWith(`${LIST}#user-21`))
    expect(requestsTo(emulatedLogout)[0]?.path).toMatch(/admin-users\/7\/cpusers\/21\/emulated-logout$/)
    expect(sessionStorage.getItem('sessionToken')).toBe('the-session-token')
    expect(sessionStorage.getItem('csrfToken')).toBe('the-csrf-token')
    for (const key of ['adminJson', 'adminSession', 'emulation', 'uid', 'isEmulated'])
      expect(sessionStorage.getItem(key)).toBeNull()
    // No message says that the time was over.
    expect(sessionStorage.getItem('emulationEnded')).toBeNull()
    expect(localStorage.getItem('uid')).toBe('7')
  })

  test('that could not be ended says so, and can be ended once more', async () => {
    const { person } = openHome()
    const button = (await banner()).getByRole('button', { name: 'Return to administration' })
    refuse(emulatedLogout, 503, 'The portal is busy. Try again soon.')
    await person.click(button)
    await screen.findByText('The portal is busy. Try again soon.')
    expect(leave).not.toHaveBeenCalled()
    answer(emulatedLogout, null)
    await person.click(button)
    await waitFor(() => expect(leave).toHaveBeenCalledWith(`${LIST}#user-21`))
  })

  test('is the administrator’s again when the server ends it, and no other tab is signed out (S48)', async () => {
    openHome()
    await banner()
    refuse(listSections, 401, 'You are not logged in. Please login again.', { endReason: 'limit' })
    refuse(emulatedLogout, 401, 'You are not logged in. Please login again.', { endReason: 'limit' })
    screen.getByRole('button', { name: 'Return to administration' }).click()
    await waitFor(() => expect(leave).toHaveBeenCalledWith(`${LIST}#user-21`))
    expect(sessionStorage.getItem('sessionToken')).toBe('the-session-token')
    expect(sessionStorage.getItem('emulationEnded')).toBe('Bea Ivers')
    expect(messages.filter(({ kind }) => kind === 'ended')).toEqual([])
  })

  test('several refusals at its end leave the administrator signed in', async () => {
    openHome()
    await banner()
    endSession('limit')
    endSession('lost')
    expect(leave).toHaveBeenCalledTimes(1)
    expect(sessionStorage.getItem('sessionToken')).toBe('the-session-token')
    expect(localStorage.getItem('uid')).toBe('7')
  })

  test('tells a new tab who the administrator is, not the user (B24)', async () => {
    openHome()
    await banner()
    otherTab.postMessage({ kind: 'who-is-signed-in' })
    await expect
      .poll(() => messages.find(({ kind }) => kind === 'signed-in'))
      .toMatchObject({ values: { sessionToken: 'the-session-token', uid: '7', isEmulated: 'N' } })
  })

  test('ends with the administrator’s own session (LOUT-024)', async () => {
    const { address } = openHome()
    await banner()
    act(() => otherTab.postMessage({ kind: 'ended', sessionToken: 'the-session-token', reason: 'signed-out' }))
    await waitFor(() => expect(address()).toMatch(/^\/login/))
    expect(sessionStorage.getItem('adminJson')).toBeNull()
    expect(sessionStorage.getItem('sessionToken')).toBeNull()
  })

  test('signs out the administrator too, and never leads to the user’s company (LOUT-024, E9)', async () => {
    answer(logout, null)
    const { person, address } = openHome()
    await banner()
    await person.click(await screen.findByRole('button', { name: /Account menu/ }))
    await person.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    await waitFor(() => expect(address()).toMatch(/^\/login/))
    await expect
      .poll(() => messages.find(({ kind }) => kind === 'ended'))
      .toMatchObject({ sessionToken: 'the-session-token' })
    expect(leave).not.toHaveBeenCalled()
    expect(currentSession()).toBeNull()
  })
})
