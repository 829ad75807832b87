import { expect, test } from 'vitest'
import { formatBytes } from './format.ts'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1,023 bytes'],
  [1024, '1 KB'],
  [3_500_000, '3.3 MB'],
  [104_857_600, '100 MB'],
  [5 * 1024 ** 3, '5 GB'],
  [2.5 * 1024 ** 4, '2.5 TB'],
  [3_000 * 1024 ** 4, '3,000 TB'],
])('%i bytes are shown as %s (UIGN-033)', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
