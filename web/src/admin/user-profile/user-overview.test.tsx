import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type AuditedEvent, listUserChanges } from '@portico/contract/audit/audit.ts'
import { getPlannedHandOvers } from '@portico/contract/access-changes/planned-hand-overs.ts'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { endUserSessions, unlockUser } from '@portico/contract/users/user-actions.ts'
import { getUserOverview, type UserOverview } from '@portico/contract/users/user-overview.ts'
import type { ProfileUser } from '@portico/contract/users/user-profile.ts'
import { getUserListOptions } from '@portico/contract/users/users.ts'
import { answer, failToConnect, requestsTo } from '../../../test/answer.ts'
import { showOnPhone } from '../../../test/on-a-phone.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { answerProfile, answerUserProfile, overviewOfBea, profile } from '../../../test/user-profile.ts'
// Loaded with the tests, so that the first of them does not wait for it.
import './UserProfilePage.tsx'
import '../audit/LatestChanges.tsx'
import '../users/PlannedHandOverNotice.tsx'
import './OverviewTab.tsx'

const administration = '/content-authenticated/administration'
beforeEach(answerUserProfile)

async function openOverview(overview: Partial<UserOverview> = {}, user: Partial<ProfileUser> = {}) {
  answer(getUserOverview, { ...overviewOfBea, ...overview })
  answerProfile({ ...profile, user: { ...profile.user, ...user } })
  const page = renderPage(`${administration}/user-profile/21/overview`)
  await screen.findByRole('region', { name: 'Account' })
  return page
}
const panel = (name: string) => within(screen.getByRole('region', { name }))
const fact = (term: string) => panel('Account').getByText(term, { selector: 'dt' }).nextElementSibling?.textContent
const lines = (term: string) =>
  [...(panel('Account').getByText(term, { selector: 'dt' }).nextElementSibling?.children ?? [])].map(
    ({ textContent }) => textContent,
  )
const acts = () =>
  screen
    .queryAllByRole('button', { name: /^(Reset|Sign on|End|Unlock|Reactivate|Lock|Delete|Inactivate)/ })
    .map(({ textContent }) => textContent)

test('I see at one look that a user can work, and how', async () => {
  await openOverview(
    {
      statusByNm: 'Grace Hopper',
      failedSignInCnt: 2,
      sessionCnt: 2,
      lastActiveDt: new Date('2026-11-20T15:00:00Z'),
      recoveryCodeCnt: 8,
      secondFactors: [
        { kindCd: 'authenticator', factorCnt: 1, addedDt: new Date('2026-02-02T12:00:00Z'), lastUsedDt: null },
        {
          kindCd: 'passkey',
          factorCnt: 2,
          addedDt: new Date('2026-03-02T12:00:00Z'),
          lastUsedDt: new Date('2026-11-19T12:00:00Z'),
        },
      ],
    },
    {
      departmentNm: 'Treasury',
      workPhone: '4055550100',
      workExt: '12',
      mobilePhnNbr: '4055550199',
      pendingEmailAddress: 'bea@new.test',
    },
  )
  expect(screen.getByRole('tab', { name: 'Overview' }).getAttribute('aria-selected')).toBe('true')
  expect(screen.getByText('Bea Ivers can sign in.')).toBeDefined()
  expect(fact('Status')).toBe('Active since 01/05/2026, by Grace Hopper')
  expect(fact('Employer')).toBe('Harborview · Treasury')
  expect(lines('Email')).toEqual([
    'bea@client.test',
    'The user asked to change it to bea@new.test and has not confirmed that yet.',
  ])
  expect(lines('Telephone')).toEqual(['Work phone: 405-555-0100, Extension 12', 'Mobile phone: 405-555-0199'])
  expect(fact('Second factor')).toBe(
    'Authenticator app since 02/02/20262 passkeys since 03/02/2026, last used 11/19/20268 recovery codes left',
  )
  expect(fact('Sessions')).toMatch(/^2 open, last active 11\/20\/2026/)
  expect(fact('Wrong passwords')).toBe('2 in the last 15 minutes')
  expect(fact('Password')).toBe('Changed on 02/01/2026')
  expect(acts()).toEqual(["Reset User's Password", 'Sign on as User', 'End Sessions'])
})

test.each<[says: RegExp, overview: Partial<UserOverview>, user: Partial<ProfileUser>, acts: string[]]>([
  [/can’t sign in: the account has been inactive since 01\/05\/2026/, {}, { userStatus: 2 }, ['Reactivate User']],
  [/deleted since/, {}, { userStatus: 3 }, ['Reactivate User']],
  [
    /an administrator has locked the account/,
    { lockCd: 'administrator' },
    { acctLockedFlg: true },
    ['Unlock User', "Reset User's Password"],
  ],
  [
    /can’t sign in until 01\/05\/2099.*: too many wrong passwords/,
    { lockCd: 'passwords', lockEndDt: new Date('2099-01-05T12:00:00Z') },
    { acctLockedFlg: true },
    ['Unlock User', "Reset User's Password"],
  ],
  [
    /the temporary password expired on 02\/01\/2026/,
    { temporaryPasswordEndDt: new Date('2026-02-01T12:00:00Z') },
    {},
    ["Reset User's Password", 'Sign on as User'],
  ],
  [/Bea Ivers can sign in/, { sessionCnt: 1 }, { federatedUser: true }, ['Sign on as User', 'End Sessions']],
])(
  'what stands in the way is said, and the act that helps is beside the name: %s',
  async (says, overview, user, offered) => {
    await openOverview(overview, user)
    expect(screen.getByText(says)).toBeDefined()
    expect(acts()).toEqual(offered)
  },
)

test('on a phone the first act stands beside the menu, which has all others', async () => {
  showOnPhone()
  onTestFinished(() => void vi.unstubAllGlobals())
  const { person } = await openOverview()
  expect(acts()).toEqual(["Reset User's Password"])
  await person.click(screen.getByRole('button', { name: 'Actions for Bea Ivers' }))
  const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(entries).toEqual(expect.arrayContaining(['Sign on as User', 'End Sessions']))
})

test.each([
  [true, 'Not set up yet: the user is asked for it at the next sign-in.'],
  [false, 'Not required'],
])('a user without a second factor, of whom one is required: %s, has a line that says so', async (mfaEnabled, says) => {
  await openOverview({ secondFactors: [] }, { mfaEnabled })
  expect(fact('Second factor')).toBe(says)
})

test('a user without an application can sign in, but not work', async () => {
  answerProfile({ ...profile, userSystems: [] })
  renderPage(`${administration}/user-profile/21/overview`)
  expect(await screen.findByText('Bea Ivers can sign in, but has no application yet.')).toBeDefined()
  expect(panel('Access').getByText('No applications yet.')).toBeDefined()
})

test.each([
  [10, null],
  [11, 'and 1 more application'],
])('of %i applications ten are listed', async (count, more) => {
  const [ledger] = profile.userSystems
  if (!ledger) throw new Error('The profile has no application')
  answerProfile({
    ...profile,
    userSystems: Array.from({ length: count }, (_, index) => ({
      ...ledger,
      systemId: 100 + index,
      systemNm: `System ${index}`,
    })),
  })
  renderPage(`${administration}/user-profile/21/overview`)
  await screen.findByRole('region', { name: 'Account' })
  expect(panel('Access').getAllByText(/^System /)).toHaveLength(10)
  expect(panel('Access').queryByText(/ more application/)?.textContent ?? null).toBe(more)
})

test('access that ends comes first, with who gave it and when it was opened last, and leads to the permissions', async () => {
  const [ledger] = profile.userSystems
  if (!ledger) throw new Error('The profile has no application')
  const ending = { ...ledger, systemId: 31, systemNm: 'Vault', endDt: new Date('2027-01-31T12:00:00Z'), adminFlg: true }
  answerProfile({
    ...profile,
    userSystems: [{ ...ledger, givenByNm: 'Grace Hopper', lastUsedDt: new Date('2026-11-20T15:00:00Z') }, ending],
  })
  renderPage(`${administration}/user-profile/21/overview`)
  await screen.findByRole('region', { name: 'Access' })
  expect(
    panel('Access')
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['VaultAdministratoruntil 01/31/2027', 'Ledgergiven or changed by Grace Hopper · last opened 11/20/2026'])
  expect(panel('Access').getByRole('link', { name: 'All permissions' }).getAttribute('href')).toBe(
    `${administration}/user-profile/21/permissions`,
  )
})

test('what the user waits for leads to where I decide it', async () => {
  const request = { systemNm: 'Ledger', requestedDt: new Date('2026-11-20T15:00:00Z') }
  await openOverview(
    {
      requests: [
        { ...request, accessRequestId: 4, pageNm: 'Entries', decidableFlg: true },
        { ...request, accessRequestId: 5, pageNm: 'Boxes', decidableFlg: false },
      ],
    },
    { pendingEmployerId: 6, pendingEmployerNm: 'Northwind' },
  )
  const requests = panel('Waiting requests')
  expect(requests.getByRole('link', { name: 'Decide about Entries' }).getAttribute('href')).toBe(
    `${administration}/access-requests?request=4`,
  )
  expect(requests.getByText('Boxes, requested 11/20/2026').parentElement?.textContent).toMatch(
    /Other administrators decide about it\.$/,
  )
  expect(requests.getByText('Change of employer to Northwind')).toBeDefined()
  expect(requests.getByRole('link', { name: 'Open details' }).getAttribute('href')).toBe(
    `${administration}/user-profile/21/userDetails`,
  )
})

test('no act on a user who is stronger than I am stands beside the name, and the menu says why', async () => {
  answerProfile(profile, 'stronger')
  const { person } = renderPage(`${administration}/user-profile/21/overview`)
  await person.click(await screen.findByRole('button', { name: 'Actions for Bea Ivers' }))
  const reset = await screen.findByRole('menuitem', { name: /^Reset User's Password/ })
  expect(reset.getAttribute('aria-disabled')).toBe('true')
  expect(reset.textContent).toContain('This user has administration rights that you don’t have.')
  expect(acts()).toEqual([])
})

test('who may not act as others has that in the menu only, with the reason', async () => {
  answer(getUserListOptions, { portalAdminFlg: true, securityProvider: 'duo', signOnAsFlg: false, usAssociate: false })
  const { person } = await openOverview()
  expect(acts()).toEqual(["Reset User's Password"])
  await person.click(screen.getByRole('button', { name: 'Actions for Bea Ivers' }))
  const signOnAs = await screen.findByRole('menuitem', { name: /^Sign on as User/ })
  expect(signOnAs.getAttribute('aria-disabled')).toBe('true')
})

test.each(['userDetails', 'permissions'])('sessions can be ended beside the name on the tab %s', async (tab) => {
  answer(getUserOverview, { ...overviewOfBea, sessionCnt: 1 })
  renderPage(`${administration}/user-profile/21/${tab}`)
  expect(await screen.findByRole('button', { name: 'End Sessions' })).toBeDefined()
})

test('after I ended the sessions of a user, the keyboard goes on at the acts that are left', async () => {
  const { person } = await openOverview({ sessionCnt: 2 })
  await person.click(screen.getByRole('button', { name: 'End Sessions' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'End Sessions' }))
  answer(endUserSessions, null, { message: 'The sessions have been ended.' })
  answer(getUserOverview, { ...overviewOfBea, sessionCnt: 0 })
  await person.click(dialog.getByRole('button', { name: 'End Sessions' }))
  await waitFor(() => expect(acts()).not.toContain('End Sessions'))
  const menu = screen.getByRole('button', { name: 'Actions for Bea Ivers' })
  await waitFor(() => expect(document.activeElement).toBe(menu), { timeout: 5000 })
})

test('after I unlock a user, the overview says that they can sign in', async () => {
  const { person } = await openOverview({ lockCd: 'administrator' }, { acctLockedFlg: true })
  await person.click(screen.getByRole('button', { name: 'Unlock User' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Unlock User' }))
  answer(unlockUser, null)
  answer(getUserOverview, overviewOfBea)
  answerProfile()
  await person.click(dialog.getByRole('button', { name: 'Unlock User' }))
  expect(await screen.findByText('Bea Ivers can sign in.')).toBeDefined()
  expect(requestsTo(unlockUser)[0]?.body).toEqual({ userId: 21 })
})

const change: AuditedEvent = {
  auditEventId: 9,
  eventDt: new Date('2026-11-21T15:00:00Z'),
  eventCd: 'user_updated',
  actorId: 7,
  actorNm: 'ada.root',
  subjectId: 21,
  subjectNm: 'bea.ivers',
  clientId: 5,
  clientNm: 'Harborview',
  targetKindTxt: 'user',
  targetIdTxt: '21',
  targetNm: 'bea.ivers',
  before: { jobTitle: 'Clerk' },
  after: { jobTitle: 'Teller' },
  addressTxt: null,
  requestId: null,
}
const holdAuditTrail = () =>
  answer(getAdminMenu, [
    { pageId: 1, pageNm: 'User Administration' },
    { pageId: 2, pageNm: 'Audit Trail' },
  ])

test('the latest changes say when, what and who, open with before and after, and lead to all of them', async () => {
  holdAuditTrail()
  answer(listUserChanges, [change])
  const { person } = await openOverview()
  const changes = within(await screen.findByRole('region', { name: 'Latest changes' }))
  expect((await changes.findByRole('listitem')).textContent).toMatch(/^11\/21\/2026.*User changed by ada\.root$/)
  expect(changes.getByRole('link', { name: 'Open the audit trail' }).getAttribute('href')).toBe(
    `${administration}/audit?subject=21`,
  )
  await person.click(changes.getByRole('button', { name: 'User changed' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'User changed' }))
  expect(drawer.getByText('Teller')).toBeDefined()
})

test('changes that could not be loaded are no history without changes', async () => {
  holdAuditTrail()
  failToConnect(listUserChanges)
  await openOverview()
  expect(await screen.findByText(/^The latest changes couldn’t be loaded/)).toBeDefined()
  expect(screen.queryByText('Nothing has changed yet.')).toBeNull()
})

test('without the audit trail there are no changes, and none are asked for', async () => {
  await openOverview()
  await waitFor(() => expect(screen.getByRole('region', { name: 'Account' })).toBeDefined())
  expect(screen.queryByRole('region', { name: 'Latest changes' })).toBeNull()
  expect(requestsTo(listUserChanges)).toEqual([])
})

test('a planned hand-over stands above everything else, for who leaves and for who gets the documents', async () => {
  const plan = {
    accessChangeId: 9,
    plannedDt: new Date(2098, 11, 1),
    leaverId: 21,
    leaverNm: 'Bea Ivers',
    recipientNm: null,
    plannedByNm: null,
    undoFlg: false,
  }
  answer(getPlannedHandOvers, {
    leaving: [plan],
    receiving: [{ ...plan, accessChangeId: 10, leaverId: 22, leaverNm: 'Gus Inert', recipientNm: 'Bea Ivers' }],
  })
  await openOverview()
  expect(await screen.findByText('Bea Ivers’s account closes on 12/01/2098.')).toBeDefined()
  expect(
    screen.getByText('Bea Ivers gets the documents of Gus Inert on 12/01/2098, whose account closes then.'),
  ).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Undo…' })).toBeNull()
})

test('the account of a user with more rights than mine can’t be closed, and the entry says why', async () => {
  answerProfile(profile, 'stronger')
  const { person } = renderPage(`${administration}/user-profile/21/overview`)
  await person.click(await screen.findByRole('button', { name: 'Actions for Bea Ivers' }))
  const entry = await screen.findByRole('menuitem', { name: /^Close account and hand over/ })
  expect(entry.getAttribute('aria-disabled')).toBe('true')
  expect(entry.textContent).toContain('This user has administration rights that you don’t have.')
})
