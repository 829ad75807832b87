import { describe, expect, test } from 'vitest'
import { safeLink } from './rich-text.ts'

describe('a link in text written by others', () => {
  test.each([
    'https://example.org/a//b:99999/',
    'https://example.org/a?b=c#d',
    'http://example.org',
    'mailto:help@example.org',
    '/document-library',
  ])('%s is followed', (address) => {
    expect(safeLink(address)).not.toBeNull()
  })

  test.each([
    '',
    '#top',
    'page.html',
    'ftp://example.org',
    'file:///etc/passwd',
    'blob:https://x',
    'mailto:',
    'tel:1',
    'JAVASCRIPT:alert(1)',
    'https://',
    'https://a b',
    'https://example.org:99999/',
    'https://bank.example@evil.example/',
    'https:\\\\evil.example',
    '//evil.example',
    '/\\evil.example',
    '/document-library\\..',
    'mailto:?to=help@example.org',
    'mailto:help',
    'xmailto:help@example.org',
    'https://example.org:65536/',
    'https://example.org:70000',
    'https://example.org:70000?a=b',
  ])('%j is not', (address) => {
    expect(safeLink(address)).toBeNull()
  })

  /** Browsers leave these out or show nothing of them. */
  const hidden = ['\0', '\u0001', '\b', '\t', '\n', '\v', '\f', '\r', '\u001f', ' ', '\u007f', '\u0085', '\u00a0']
  const invisible = ['\u200b', '\u200d', '\u200f', '\u2028', '\u2029', '\ufeff']

  test.each([...hidden, ...invisible])('with %j inside is not, whatever it leads to', (sign) => {
    for (const [before, after] of [
      ['/', '/evil.example'],
      ['/document', '-library'],
      ['java', 'script:alert(1)'],
      ['mailto:help', '@example.org'],
      ['https:/', '/example.org'],
      ['https://exam', 'ple.org'],
    ] as const) {
      expect(safeLink(before + sign + after)).toBeNull()
      expect(safeLink(before + after) === null).toBe(before === '/' || before === 'java')
    }
  })

  test('with blanks around it is followed without them', () => {
    expect(safeLink(' \t/document-library\n')).toEqual({ href: '/document-library', external: false })
  })
})

test('a link to the portal and one to write a mail stay in this tab, others open in a new one', () => {
  expect(safeLink('/')).toEqual({ href: '/', external: false })
  expect(safeLink('MAILTO:help@example.org?subject=a')).toMatchObject({ external: false })
  expect(safeLink('https://example.org:65535/')).toMatchObject({ external: true })
})
