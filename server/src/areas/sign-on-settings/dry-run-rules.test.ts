import { beforeAll, describe, expect, test } from 'vitest'
import type { SignOnDryRun } from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import { newKeyWithCertificate } from '../../crypto/certificate.ts'
import type { StoredSettings } from './stored-settings.ts'
import { isValidAt, dryRunChecks, type DryRunFacts } from './dry-run-rules.ts'

const now = new Date('2026-06-01T12:00:00Z')
const [from, to] = [new Date('2026-05-01T00:00:00Z'), new Date('2026-07-01T00:00:00Z')]
let certificate: string
beforeAll(async () => {
  ;({ certificate } = await newKeyWithCertificate({ name: 'app', from, to }))
})

const page = (visibleFlg: boolean, linkEnabledFlg = true): SignOnDryRun['pages'][number] => ({
  pageId: 1,
  pageNm: 'Courses',
  systemId: 8,
  systemNm: 'Learning',
  facilityCd: null,
  visibleFlg,
  linkEnabledFlg,
  gates: [],
})
const settings: StoredSettings = {
  protocol: 'saml',
  nameSource: 'user-name',
  attributes: { mail: 'email' },
  entityId: 'urn:app',
  acs: [{ url: 'https://app.example/acs', index: '' }],
  audience: null,
  nameIdFormat: 'unspecified',
  requiresSignedRequests: false,
  signingCertificates: [],
  encryptionCertificate: null,
  encryptionAlgorithm: null,
  formOrigins: [],
  clientId: 'client-1',
  redirectAddresses: ['https://app.example/callback'],
  backChannelLogoutAddress: null,
}
const statement = { name: 'ann', nameFormat: 'urn:x', attributes: { mail: ['ann@example.test'] }, account: null }
const facts: DryRunFacts = {
  pages: [page(true)],
  settings,
  isSamlPost: true,
  statement,
  signsUntil: to,
  now,
}
const answers = (change: Partial<DryRunFacts>, other: Partial<StoredSettings> = {}) =>
  Object.fromEntries(
    dryRunChecks({ ...facts, ...change, settings: { ...settings, ...other } }).map(
      ({ checkCd, passedFlg, detailTxt }) => [checkCd, [passedFlg, detailTxt]],
    ),
  )

describe('a dry run', () => {
  test('that succeeds passes every check, in order', () => {
    expect(dryRunChecks(facts).map(({ checkCd, passedFlg }) => [checkCd, passedFlg])).toEqual([
      ['PERMISSION', true],
      ['SETTINGS', true],
      ['NAME', true],
      ['NAME_FORMAT', true],
      ['ATTRIBUTES', true],
      ['SIGNATURE', true],
    ])
  })

  test('names the page through which the user gets in; without one the permission fails', () => {
    expect(answers({ pages: [page(false), page(true)] })['PERMISSION']).toEqual([true, 'Courses'])
    expect(answers({ pages: [page(false)] })['PERMISSION']).toEqual([false, ''])
    expect(answers({ pages: [page(true, false)] })['PERMISSION']).toEqual([false, ''])
  })

  test('of plain addresses checks the permission alone; pages that open by SAML only need settings', () => {
    const plain = { statement: null, isSamlPost: false }
    expect(answers(plain, { protocol: 'none' })).toEqual({ PERMISSION: [true, 'Courses'] })
    expect(answers({ ...plain, isSamlPost: true }, { protocol: 'none' })).toEqual({
      PERMISSION: [true, 'Courses'],
      SETTINGS: [false, ''],
    })
  })

  test('finds a missing name, and lets a random one pass that is made later', () => {
    expect(answers({ statement: { ...statement, name: null } })['NAME']).toEqual([false, ''])
    expect(answers({ statement: { ...statement, name: '' } })['NAME']).toEqual([true, ''])
  })

  test('finds a name that is no email address where the application wants one', () => {
    expect(answers({}, { nameIdFormat: 'emailAddress' })['NAME_FORMAT']).toEqual([false, ''])
    const named = { ...statement, name: 'ann@example.test' }
    expect(answers({ statement: named }, { nameIdFormat: 'emailAddress' })['NAME_FORMAT']?.[0]).toBe(true)
    expect(
      answers({ statement: { ...statement, name: null } }, { nameIdFormat: 'emailAddress' })['NAME_FORMAT']?.[0],
    ).toBe(true)
  })

  test('names attributes without a value', () => {
    const attributes = { mail: 'email', account: 'account', type: 'account-type' } as const
    const sent = { ...statement, attributes: { mail: ['ann@example.test'], account: [] } }
    expect(answers({ statement: sent }, { attributes })['ATTRIBUTES']).toEqual([false, 'account, type'])
  })

  test('finds certificates that do not count', () => {
    const signed = { requiresSignedRequests: true, signingCertificates: [certificate] }
    expect(answers({}, signed)['REQUEST_CERTIFICATE']?.[0]).toBe(true)
    expect(answers({ now: to }, signed)['REQUEST_CERTIFICATE']?.[0]).toBe(false)
    expect(answers({}, { encryptionCertificate: certificate })['ENCRYPTION']?.[0]).toBe(true)
    expect(answers({ now: to }, { encryptionCertificate: certificate })['ENCRYPTION']?.[0]).toBe(false)
    expect(answers({ now: to })['SIGNATURE']?.[0]).toBe(false)
    expect(answers({ signsUntil: null })['SIGNATURE']?.[0]).toBe(true)
  })

  test('of OpenID Connect has no format and no certificates to check', () => {
    expect(Object.keys(answers({}, { protocol: 'oidc' }))).toEqual(['PERMISSION', 'SETTINGS', 'NAME', 'ATTRIBUTES'])
  })
})

test('a certificate counts from its first moment to before its last', () => {
  expect(isValidAt(certificate, from)).toBe(true)
  expect(isValidAt(certificate, new Date(from.getTime() - 1000))).toBe(false)
  expect(isValidAt(certificate, to)).toBe(false)
})
