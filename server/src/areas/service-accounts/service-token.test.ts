import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { isAllowedAddress } from './authenticate-service.ts'
import { findTokenInHeader, findTokensInAddress, newServiceToken, readServiceToken } from './service-token.ts'

test('a token is one word with a mark, 43 random characters and a check sum; its prefix has eight of them', () => {
  const made = newServiceToken()
  expect(made.token).toMatch(/^portico_[0-9A-Za-z]{49}$/)
  expect(made.prefix).toBe(made.token.slice(0, 16))
  expect(newServiceToken().token).not.toBe(made.token)
  expect(readServiceToken(made.token)).toEqual(made)
})

test('the check sum is the CRC-32 of what stands before it, in 62 digits', () => {
  const marked = `portico_${'A'.repeat(43)}`
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const { token } = readServiceToken(`${marked}1gRy5Z`) ?? {}
  const written = Array.from('1gRy5Z').reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0)
  expect([token, written]).toEqual([`${marked}1gRy5Z`, crc32(marked)])
})

test('a token with a letter changed, cut off or added is none', () => {
  const { token } = newServiceToken()
  const other = token.at(20) === 'x' ? 'y' : 'x'
  const broken = [token.slice(0, 20) + other + token.slice(21), token.slice(0, -1), `${token}a`, ` ${token}`, '']
  expect(broken.map(readServiceToken)).toEqual(broken.map(() => null))
})

test('every token is found anywhere in an address, as it was sent or percent-encoded', () => {
  const [token, other] = [newServiceToken().token, newServiceToken().token]
  for (const address of [`/a?access_token=${token}`, `/a?a=1&t=${token}&b=2`, `/${token}`, `/a?%ff=%&t=${token}%`])
    expect(findTokensInAddress(address)).toEqual([token])
  const encoded = Array.from(token, (letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')
  for (const address of [`/a?t=${encoded}`, `/a?t=${token.replace('_', '%5F')}`, `/a?next=%3Ft%3D${token}`])
    expect(findTokensInAddress(address)).toEqual([token])
  expect(findTokensInAddress(`/a?t=${token}&u=${other}&v=${token}&w=${encoded}`)).toEqual([token, other])
  expect(['/', '/?q=portico', '/?q=portico_short', `/?q=${token}more`].map(findTokensInAddress)).toEqual([
    [],
    [],
    [],
    [],
  ])
})

test('a session token is not taken for one', () => {
  expect(findTokenInHeader(`Bearer ${'a'.repeat(43)}`)).toBeNull()
})

test('the scheme before a token is written in any case, as RFC 9110 has it', () => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER '])
    expect(findTokenInHeader(`${scheme} portico_x`)).toBe('portico_x')
})

test('an address is allowed from the listed networks alone, and from everywhere where none is listed', () => {
  const networks = ['10.1.0.0/16', '2001:db8::/32', '192.0.2.7/32']
  const allowed = ['10.1.2.3', '2001:db8::5', '192.0.2.7', '::ffff:10.1.9.9']
  const refused = ['10.2.0.1', '2001:db9::5', '192.0.2.8', '::ffff:10.2.9.9', 'unknown', '']
  expect(allowed.map((address) => isAllowedAddress(networks, address))).toEqual(allowed.map(() => true))
  expect(refused.map((address) => isAllowedAddress(networks, address))).toEqual(refused.map(() => false))
  expect(isAllowedAddress([], '10.2.0.1')).toBe(true)
})
