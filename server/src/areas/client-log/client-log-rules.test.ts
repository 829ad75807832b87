import { CLIENT_LOG_MAX_BYTES } from '@portico/contract/client-log/client-log.ts'
import { describe, expect, test } from 'vitest'
import { policyReportEntry, storedEntry } from './client-log-rules.ts'

const entry = { url: '', type: '', message: '', stackTrace: '', cause: '' }

describe('a report of a browser is stored (N-3)', () => {
  test('part by part, without the query of the address', () => {
    const sent = { url: 'https://portal.test/a?ticket=1#b', type: 'error', message: 'm', stackTrace: 's', cause: 'c' }
    expect(storedEntry(sent)).toEqual({
      url: 'https://portal.test/a',
      kind: 'error',
      message: 'm',
      stack: 's',
      cause: 'c',
    })
    expect(storedEntry({ ...sent, url: 'https://portal.test/a#b?c' }).url).toBe('https://portal.test/a')
  })

  test('empty where a part is missing', () => {
    const missing = { url: null, type: null, message: null, stackTrace: null, cause: null }
    expect(storedEntry(missing as never)).toEqual({ url: '', kind: '', message: '', stack: '', cause: '' })
  })

  test('on one line, without control characters, marks of direction and half characters', () => {
    expect(storedEntry({ ...entry, message: ' a\r\n\u202eb\u2028\u2029c\ud800d\u0000 ' }).message).toBe('a b c d')
  })

  test('cut to its length in JSON, where a quote, a backslash and an accent take two bytes', () => {
    const long = 'x'.repeat(5000)
    const stored = storedEntry({ url: long, type: long, message: long, stackTrace: long, cause: long })
    expect(Object.fromEntries(Object.entries(stored).map(([part, text]) => [part, text.length]))).toEqual({
      url: 1024,
      kind: 128,
      message: 2048,
      stack: 3456,
      cause: 1024,
    })
    for (const sign of ['"', '\\', 'ä'])
      expect(storedEntry({ ...entry, type: sign.repeat(200) }).kind).toBe(sign.repeat(64))
    expect(storedEntry({ ...entry, type: `x${'ä'.repeat(200)}` }).kind).toBe(`x${'ä'.repeat(63)}`)
  })

  test('from its first characters only', () => {
    const behind = `${'\u0000'.repeat(CLIENT_LOG_MAX_BYTES)}x`
    expect(storedEntry({ ...entry, message: behind }).message).toBe('')
    expect(storedEntry({ ...entry, message: behind.slice(1) }).message).toBe('x')
  })
})

describe('a violation of the content security policy is stored (N-3)', () => {
  test('as what was refused where, without queries', () => {
    const report = {
      'document-uri': 'https://portal.test/a?b',
      'effective-directive': 'img-src',
      'violated-directive': 'default-src',
      'blocked-uri': 'https://evil.test/x?y',
      'source-file': 'https://portal.test/app.js?z',
    }
    expect(policyReportEntry(report)).toEqual({
      url: 'https://portal.test/a?b',
      type: 'malicious_csp_violation',
      message: 'img-src refused https://evil.test/x',
      stackTrace: null,
      cause: 'https://portal.test/app.js',
    })
    const { 'effective-directive': _, ...old } = report
    expect(policyReportEntry(old).message).toBe('default-src refused https://evil.test/x')
  })

  test('with empty texts where the browser sends none, or something else', () => {
    expect(policyReportEntry({ 'document-uri': 7, 'source-file': null, 'blocked-uri': {} })).toEqual({
      url: '',
      type: 'malicious_csp_violation',
      message: ' refused ',
      stackTrace: null,
      cause: '',
    })
  })
})
