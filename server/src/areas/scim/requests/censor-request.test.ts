import { describe, expect, test } from 'vitest'
import { scimLimits } from '../protocol/scim-limits.ts'
import { censorAddress, censorBody, userNameIn } from './censor-request.ts'

const noName = { userName: null }

describe('of a filter I read names, operators and who is meant, and no other value', () => {
  test.each([
    ['userName eq "bea"', 'userName eq "bea"'],
    ['userName sw "bea"', 'userName sw "…"'],
    ['userName eq "bea" or userName eq "ann"', 'userName eq "bea" or userName eq "…"'],
    ['externalId eq "b-1"', 'externalId eq "b-1"'],
    ['emails[type eq "work"].value eq "bea@example.test"', 'emails[type eq "work"].value eq "…"'],
    ['emails.value eq bea@example.test', 'emails.value eq …'],
    ['userName eq bea', 'userName eq …'],
    ['name.familyName eq Tom and Jerry', 'name.familyName eq …'],
    ['name.familyName eq "Love" lace', 'name.familyName eq "…" …'],
    ['name.familyName Lovelace', 'name.familyName …'],
    ['phoneNumbers.value eq 4930901820', 'phoneNumbers.value eq …'],
    ['not (active eq true) and title pr', 'not (active eq true) and title pr'],
    ['displayName eq "bea', 'displayName eq…'],
    ['emails[type eq "work"].bea@example.test eq "x"', 'emails[type eq "work"]…'],
    ['"bea@example.test"', '…'],
  ])('%s', (filter, shown) => {
    const url = `/scim/v2/Users?filter=${encodeURIComponent(filter)}`
    expect(censorAddress(url, { userName: userNameIn(url, null) })).toBe(`/Users?filter=${shown}`)
  })
})

test('of an address I read ids and names of the service, and nothing that may be about a person', () => {
  const shown = (url: string) => censorAddress(`/scim/v2${url}`, noName)
  expect(shown('/Users/17')).toBe('/Users/17')
  expect(shown('/Users/4-bea')).toBe('/Users/…')
  expect(shown('/bea%40example.test')).toBe('/…')
  expect(shown('/Schemas/urn:ietf:params:scim:schemas:core:2.0:User')).toContain('core:2.0:User')
  expect(shown('/Users?attributes=userName,bea@example.test&sortBy=4930901820&count=10&startIndex=x')).toBe(
    '/Users?attributes=userName,…&sortBy=…&startIndex=…&count=10',
  )
})

describe('however large a body is', () => {
  const bodyOf = (text: string | null) => JSON.parse(text ?? '') as Record<string, unknown>

  test('of an object with many names I read the first 50, and how many more there are', () => {
    const body = Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`k${at}`, at]))
    const shown = bodyOf(censorBody(body, noName))
    expect(Object.keys(shown)).toHaveLength(51)
    expect(shown['…']).toBe(20)
  })

  test('names of an object are not listed where the body has more characters than a user may have', () => {
    const refuse = () => {
      throw new Error('All names were read')
    }
    const wide = new Proxy({ op: 'add', k1: 1 }, { ownKeys: refuse })
    const body = new Proxy({ members: [wide], k1: 1 }, { ownKeys: refuse })
    const large = { userName: null, bodyLength: scimLimits.userBytes + 1 }
    expect(bodyOf(censorBody(body, large))).toEqual({ members: [{ op: 'add', '…': '…' }], '…': '…' })
    expect(userNameIn('/scim/v2/Groups', body, large.bodyLength)).toBeNull()
  })

  test('no more than 300 of its values are looked at', () => {
    let looked = 0
    const nested = (depth: number): unknown =>
      new Proxy(Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`k${at}`, depth])), {
        get: (_, name) => (
          typeof name === 'string' && name.startsWith('k') && looked++,
          depth > 3 ? 1 : nested(depth + 1)
        ),
      })
    censorBody(nested(0), noName)
    expect(looked).toBeLessThanOrEqual(300)
  })

  test('of a body that is cut no value stays in part', () => {
    const filler = Object.fromEntries(Array.from({ length: 19 }, (_, at) => [`filler${at}`, { type: 'x'.repeat(80) }]))
    const cut = censorBody({ ...filler, externalId: 'e'.repeat(99), active: true }, noName)
    expect(cut).toMatch(/"\}…$/)
  })
})

test('a user name is kept only where the request is kept under it', () => {
  const known = { userName: 'bea' }
  const body = { Operations: [{ op: 'replace', path: 'userName', value: 'ann' }], userName: 'bea' }
  expect(censorBody(body, known)).toBe(
    '{"Operations":[{"op":"replace","path":"userName","value":"…"}],"userName":"bea"}',
  )
})
