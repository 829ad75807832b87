import { describe, expect, test } from 'vitest'
import { keyRing } from './key-ring.ts'

const old = { id: 'old', key: 'o'.repeat(32) }
const current = { id: 'current', key: 'c'.repeat(32) }

describe('a stored secret', () => {
  test('can be decrypted, also after a new key was added in front, and not once its key is gone (S77)', () => {
    const stored = keyRing([old]).encrypt('totp', 'seed ü', 'user 7')
    expect(stored).toMatch(/^old\.[\w-]+$/)
    expect(keyRing([current, old]).decrypt('totp', stored, 'user 7')).toBe('seed ü')
    expect(keyRing([current]).decrypt('totp', stored, 'user 7')).toBeUndefined()
    expect(keyRing([{ ...current, id: 'old' }]).decrypt('totp', stored, 'user 7')).toBeUndefined()
  })

  test('does not reveal itself, and the same secret looks different each time', () => {
    const keys = keyRing([current])
    const stored = Array.from({ length: 20 }, () => keys.encrypt('totp', 'seed'))
    expect(new Set(stored).size).toBe(20)
    for (const each of stored) expect(Buffer.from(each.slice(8), 'base64url').toString('latin1')).not.toContain('seed')
  })

  test('cannot be decrypted for another purpose, in another row, or after a change', () => {
    const keys = keyRing([current])
    const stored = keys.encrypt('totp', 'seed', 'user 7')
    expect(keys.decrypt('mail', stored, 'user 7')).toBeUndefined()
    expect(keys.decrypt('totp', stored, 'user 8')).toBeUndefined()
    expect(keys.decrypt('totp', stored)).toBeUndefined()
    for (const broken of [
      '',
      'current',
      'current.',
      'current.AAAA',
      `${stored.slice(0, -3)}${stored.at(-3) === 'A' ? 'B' : 'A'}${stored.slice(-2)}`,
      `x${stored}`,
    ])
      expect(keys.decrypt('totp', broken, 'user 7')).toBeUndefined()
  })
})
