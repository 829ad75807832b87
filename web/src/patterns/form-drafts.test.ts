import { expect, test } from 'vitest'

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}', '!../kit-page/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** What each form and wizard calls its draft, without the names that a component hands on. */
const names = Object.entries(sources).flatMap(([file, text]) =>
  [...text.matchAll(/\bdraftKey(?:: |=)(.*)/g)]
    .map(([, name = '']) => name)
    .filter((name) => /['"`]/.test(name))
    .map((name) => ({ file, name })),
)

/** Names without an id: of what each user has once, and of what is not there yet. */
const ofNoRecord: readonly string[] = [
  'access-review',
  'account-setup',
  'add-application',
  'add-client',
  'add-section',
  'add-service-account',
  'add-system',
  'add-user',
  'add-user-customers',
  'add-user-details',
  'add-user-finish',
  'add-user-permissions',
  'add-webhook',
  'application-confirmation',
  'choose-password',
  'change-password',
  'company-info',
  'current-password',
  'default-branding',
  'default-contacts',
  'directory-test',
  'enhancement',
  'erasure-certificate',
  'new-link',
  'notifications',
  'pci-user-report',
  'reauthentication-code',
  'reauthentication-password',
  'recovery-answer',
  'recovery-user',
  'second-factor-code',
  'security-info',
  'sso-mapping-employer',
  'suggest-permission-set',
  'user-access-report',
  'user-info',
  'user-list-report',
]

test('a draft is named after its record, so that it never appears in another one', () => {
  const fixed = names.flatMap(({ name }) => [
    ...[...name.replaceAll(/`[^`]*`/g, '').matchAll(/['"]([^'"]*)['"]/g)].map(([, text = '']) => text),
    ...[...name.matchAll(/`([^`$]*)`/g)].map(([, text = '']) => text),
  ])
  // Part of a name that has the path of the category.
  expect(fixed.filter((name) => name !== 'new' && name !== '-').toSorted()).toEqual(ofNoRecord.toSorted())
})

test('no two forms call their drafts the same', () => {
  const begins = names.map(({ name }) => /['"`]([^$'"`]*)/.exec(name)?.[1] ?? '')
  expect(begins.length).toBeGreaterThan(55)
  expect(begins.filter((begin, at) => begins.indexOf(begin) !== at)).toEqual([])
})
