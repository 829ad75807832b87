import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { SERVICE_TOKEN_SHOWN } from '@portico/contract/service-accounts/service-account-rules.ts'

/**
 * A token is one word that scanners of secrets recognize: the mark, 43 random letters and digits (256 bits), of which
 * the first eight stand in lists, and a check sum of six. The check sum is the CRC-32 (IEEE 802.3, as of gzip) of
 * everything before it, written with the digits of `ALPHABET`, the highest one first.
 */
const MARK = 'portico_'
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 43
const SHOWN_LENGTH = SERVICE_TOKEN_SHOWN - MARK.length
const CHECK_LENGTH = 6

const TOKEN_FORM = `${MARK}[0-9A-Za-z]{${RANDOM_LENGTH + CHECK_LENGTH}}`
const inHeader = new RegExp(`^bearer +(${MARK}.*)$`, 'i')
const wholeToken = new RegExp(`^${TOKEN_FORM}$`)
const wholePrefix = new RegExp(`^${MARK}[0-9A-Za-z]{${SHOWN_LENGTH}}$`)
const tokenInside = new RegExp(`${TOKEN_FORM}(?![0-9A-Za-z])`, 'g')
/** A token has ASCII characters alone. */
const encodedByte = /%([0-7][0-9a-f])/gi
/** Each is looked up; a service account has two at most. */
const ADDRESS_TOKENS_MAX = 20

/** A token whose check sum is right; whether it works is in the database. */
export interface ServiceToken {
  token: string
  /** How it begins: the key of its row, and what people recognize it by. */
  prefix: string
}

/** Returns a new token. It is shown once and never stored. */
export function newServiceToken(): ServiceToken {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  const marked = MARK + random
  return { token: marked + checkSumOf(marked), prefix: prefixOf(marked) }
}

/** Returns the token if its form and check sum are right; else null, so that nothing is looked up. */
export function readServiceToken(text: string): ServiceToken | null {
  if (!wholeToken.test(text)) return null
  const marked = text.slice(0, -CHECK_LENGTH)
  return checkSumOf(marked) === text.slice(-CHECK_LENGTH) ? { token: text, prefix: prefixOf(marked) } : null
}

/** True for what a token may begin with. */
export const isTokenPrefix = (text: string): boolean => wholePrefix.test(text)

/** Returns what an Authorization header has as such a token, however broken; null where it is meant to have none. */
export const findTokenInHeader = (authorization: string): string | null => inHeader.exec(authorization)?.[1] ?? null

/** Returns all that has the form of a token in an address, as it was sent or percent-decoded, ADDRESS_TOKENS_MAX at most. */
export function findTokensInAddress(address: string): readonly string[] {
  const decoded = address.includes('%') ? address.replace(encodedByte, characterOf) : address
  const found = (text: string) => (text.includes(MARK) ? (text.match(tokenInside) ?? []) : [])
  const all = decoded === address ? found(address) : [...found(address), ...found(decoded)]
  return [...new Set(all)].slice(0, ADDRESS_TOKENS_MAX)
}

const characterOf = (_all: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))

const prefixOf = (marked: string) => marked.slice(0, SERVICE_TOKEN_SHOWN)

function checkSumOf(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let place = 0; place < CHECK_LENGTH; place++) {
    digits = (ALPHABET[rest % ALPHABET.length] ?? '') + digits
    rest = Math.floor(rest / ALPHABET.length)
  }
  return digits
}
