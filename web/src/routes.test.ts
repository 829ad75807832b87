import { createMemoryHistory, isNotFound } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { adminPages } from '@portico/contract/kit/guard.ts'
import { answer } from '../test/answer.ts'
import { answerFrame } from '../test/frame.ts'
import { signInAs } from '../test/people.ts'
import { renderPage } from '../test/render-page.tsx'
import { editApplication, editSection, editSystem } from './admin/application-settings/screen.ts'
import { userProfile } from './admin/user-profile/screen.ts'
import { paths } from './paths.ts'
import { readPathIds } from './patterns/path-ids.ts'
import { makeRouter } from './routes.tsx'
import type { AdminScreenInfo } from './shell/admin-screens.ts'

/** Pages before sign-in and at a gate; the kit page exists in development only. */
const otherPages = [
  '/',
  '/choose-password',
  '/federated-sso-logout',
  '/forgot-password',
  '/gate',
  '/kit',
  '/licence',
  '/login',
  '/login/federated',
  '/logout',
  '/redirect-blocked',
  '/second-factor',
  '/second-factor/enrol',
  '/sign-on-refused',
]

const routes = Object.entries(
  makeRouter(createMemoryHistory()).routesByPath as Record<
    string,
    { options: { staticData?: { admin?: AdminScreenInfo } } }
  >,
)
const addresses = routes.map(([address]) => address)

test('every page behind sign-in and its gates is under /content-authenticated (GENL-009)', () => {
  const behindSignIn = addresses.filter((address) => !otherPages.includes(address))
  expect(behindSignIn.length).toBeGreaterThan(5)
  expect(behindSignIn.filter((address) => !/^\/content-authenticated(\/|$)/.test(address))).toEqual([])
})

test('administration screens are under /content-authenticated/administration, or database-maintenance beside it (AUTZ-004)', () => {
  const prefix = /^\/content-authenticated\/(administration|database-maintenance)(\/|$)/
  const screens = routes.filter(([, { options }]) => options.staticData?.admin).map(([address]) => address)
  expect(screens.length).toBeGreaterThan(2)
  expect(screens.toSorted()).toEqual(addresses.filter((address) => prefix.test(address)).toSorted())
})

test('every administration page has a screen with a place in the navigation (AUTZ-007)', () => {
  const screens = routes.flatMap(([, { options }]) => options.staticData?.admin ?? [])
  expect(new Set(screens.filter(({ group }) => group !== undefined).map(({ page }) => page))).toEqual(
    new Set(adminPages),
  )
})

test('no two screens have the same place in the navigation', () => {
  const places = routes.flatMap(([, { options }]) => {
    const { group, position } = options.staticData?.admin ?? {}
    return group === undefined ? [] : [`${group} ${position}`]
  })
  expect(places.length).toBeGreaterThan(20)
  expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([])
})

test('no screen gives way to its placeholder while a filter in its address changes, so that typing goes on', () => {
  // A route with such dependencies is a new one for each of their values.
  const depends = ({ options }: { options: object }) => 'loaderDeps' in options && options.loaderDeps !== undefined
  expect(routes.filter(([, route]) => depends(route)).map(([id]) => id)).toEqual([])
})

test('the address of a screen names its parameters', () => {
  expect(editSection.link({ sectionId: 7 })).toBe(
    '/content-authenticated/administration/application-settings/section/7',
  )
  expect(userProfile.link({ userId: 7, tabName: 'a/b' })).toMatch(/\/user-profile\/7\/a%2Fb$/)
})

/** Ids of sign-ons are no numbers; an unknown application, section or system leads to a new one (CATA-010). */
const leadingElsewhere: readonly string[] = [
  paths.openIdSignOn(),
  editApplication.address,
  editSection.address,
  editSystem.address,
]
const withIds = addresses.filter((address) => /\$\w+Id\b/.test(address) && !leadingElsewhere.includes(address))

test.each(withIds)('%s with ids that are no numbers is the page that was not found', async (address) => {
  answerFrame()
  signInAs()
  answer(
    getAdminMenu,
    adminPages.map((pageNm, index) => ({ pageId: index + 1, pageNm })),
  )
  renderPage(address.replaceAll(/\$\w+Id\b/g, 'abc').replace('$tabName', 'details'))
  expect(await screen.findByRole('heading', { name: 'Page not found', level: 1 })).toBeDefined()
})

test('an id of an address is a positive number without anything else', () => {
  const isRefused = (pageId: string) => {
    try {
      expect(readPathIds({ pageId, tabName: '7' })).toEqual({ pageId: Number(pageId), tabName: '7' })
      return false
    } catch (refusal) {
      return isNotFound(refusal)
    }
  }
  expect(withIds.length).toBeGreaterThan(4)
  expect(['1', '2147', '999999999'].filter(isRefused)).toEqual([])
  const wrong = ['', '0', '-1', '1.5', '1e3', '0x10', ' 1', '1 ', '１', 'NaN', '12345678901']
  expect(wrong.filter((id) => !isRefused(id))).toEqual([])
})

test('one application has the pages of users and those of administrators (GENL-001)', () => {
  const [administration, others] = [true, false].map((isAdmin) =>
    routes.filter(([, { options }]) => Boolean(options.staticData?.admin) === isAdmin).map(([address]) => address),
  )
  const behindSignIn = (page: string) => `/content-authenticated/${page}`
  expect(others).toEqual(
    expect.arrayContaining([
      '/login',
      ...['home', 'account-setup', 'account-settings', 'contact-us', 'document-library', 'my-links'].map(behindSignIn),
    ]),
  )
  expect(administration).toEqual(
    expect.arrayContaining(['administration/audit', 'administration/mail-delivery'].map(behindSignIn)),
  )
})
