import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { adminPages } from '@portico/contract/kit/guard.ts'
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
