import { expect, test } from 'vitest'
import { browserLogoutAddress, unknownPlaceholder } from './logout-rules.ts'

const portal = new URL('https://portal.example.test/')
const registered = ['https://app.example.test/start', null]
const addressOf = (template: string | null) => browserLogoutAddress({ template, registered }, portal)

test.each([
  ['https://app.example.test/logout?all=1', 'https://app.example.test/logout?all=1'],
  ['https://{host}/app/logout', 'https://portal.example.test/app/logout'],
  ['https://${HOST}/app/logout', 'https://portal.example.test/app/logout'],
  ['https://app.example.test/logout?return={host}', 'https://app.example.test/logout?return=portal.example.test'],
  ['/app/logout', 'https://portal.example.test/app/logout'],
  [' /app/logout ', 'https://portal.example.test/app/logout'],
  ['/', 'https://portal.example.test/'],
  ['/app//{host}/logout', 'https://portal.example.test/app//portal.example.test/logout'],
])('%s is followed as %s (LOUT-016)', (template, address) => expect(addressOf(template)).toBe(address))

test.each([
  [null],
  [''],
  ['https://evil.example.test/logout'],
  ['https://app.example.test.evil.example.test/'],
  ['https://app.example.test:8443/logout'],
  ['http://app.example.test/logout'],
  ['https://{host}@evil.example.test/'],
  ['https://evil.example.test@app.example.test/'],
  ['https://user@app.example.test/'],
  ['https://:password@app.example.test/'],
  ['https://app.example.test/log out'],
  ['https:\\\\app.example.test\\logout'],
  ['ftp://app.example.test/logout'],
  ['xhttps://app.example.test/logout'],
  ['app/logout'],
  ['https://{host}.evil.example.test/'],
  ['//evil.example.test/logout'],
  ['/\\evil.example.test/logout'],
  ['https:evil.example.test'],
  ['javascript:alert(1)'],
  ['data:text/html,x'],
  ['https://app.example.test/\r\nLocation: https://evil.example.test'],
])('%j is not followed (S68)', (template) => expect(addressOf(template)).toBeNull())

test('an address is followed only where it is at http or https, although the application is registered elsewhere too', () => {
  const portals = new URL('http://portal.example.test:8080/')
  const at = (template: string, ...addresses: string[]) =>
    browserLogoutAddress({ template, registered: addresses }, portals)
  expect(at('http://app.example.test/logout', 'http://app.example.test/')).toBe('http://app.example.test/logout')
  expect(at('/logout')).toBe('http://portal.example.test:8080/logout')
  expect(at('http://{host}/logout')).toBe('http://portal.example.test:8080/logout')
  // Addresses of these kinds have the origin 'null', all of them the same.
  expect(at('data:text/html,x', 'data:text/plain,y')).toBeNull()
  expect(at('xhttps://app.example.test/logout', 'xhttps://app.example.test/')).toBeNull()
  expect(at('https://app.example.test/logout', 'https://user@app.example.test/')).toBeNull()
})

test.each([
  ['https://app.test/{tenant}/out', '{tenant}'],
  ['https://app.test/out?to={', '{'],
  ['https://app.test/out', null],
  [`https://app.test/{${'x'.repeat(48)}}`, `{${'x'.repeat(48)}}`],
  [`https://app.test/{${'x'.repeat(2000)}}`, `{${'x'.repeat(49)}`],
])(
  'a placeholder that the portal does not know is quoted as it was written, a long one by its beginning',
  (text, quoted) => {
    expect(unknownPlaceholder(text)).toBe(quoted)
  },
)
