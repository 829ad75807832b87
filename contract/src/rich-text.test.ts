import { describe, expect, test } from 'vitest'
import { safeLink } from './rich-text.ts'

describe('a link in text written by others', () => {
  test.each(['https://example.org/a?b=c#d', 'http://example.org', 'mailto:help@example.org', '/document-library'])(
    '%s is followed',
    (address) => {
      expect(safeLink(address)).not.toBeNull()
    },
  )

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
  ])('%j is not', (address) => {
    expect(safeLink(address)).toBeNull()
  })
})
