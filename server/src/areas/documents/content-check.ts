import type { ContentKind } from './document-rules.ts'
import { InflatedParts } from './inflated-parts.ts'
import { ARCHIVE_END_BYTES, isOfficeArchive } from './office-archive.ts'

/** Bytes that suffice to detect a file's type. */
const HEAD_BYTES = 4_100
const ARCHIVE = Buffer.from([0x50, 0x4b, 0x03, 0x04])

/** Checks a file as it streams. Each method returns false as soon as the content does not match its type. */
export interface ContentCheck {
  take(chunk: Buffer): Promise<boolean> | boolean
  finish(): Promise<boolean> | boolean
  /** After a false: the type matches as far as can be known, but the file is encrypted with a password. */
  isProtected?(): boolean
}

/** Returns the check of one file's bytes against the kind of content that its name promises. */
export function contentCheck(content: ContentKind): ContentCheck {
  if (content.kind === 'text') return textCheck()
  return content.kind === 'office' ? officeCheck(content.folder) : signatureCheck(content.types)
}

/** Collects the first bytes from chunks of any size. */
function headOf(isAccepted: (head: Buffer) => Promise<boolean> | boolean): ContentCheck {
  let head: Buffer | null = Buffer.alloc(0)
  const decide = (bytes: Buffer) => {
    head = null
    return isAccepted(bytes)
  }
  return {
    take: (chunk) => {
      if (head === null) return true
      head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)])
      return head.length < HEAD_BYTES || decide(head)
    },
    finish: () => head === null || decide(head),
  }
}

const signatureCheck = (types: readonly string[]): ContentCheck =>
  headOf(async (head) => {
    // A large library, loaded with the first such file.
    const { fileTypeFromBuffer } = await import('file-type')
    return types.includes((await fileTypeFromBuffer(head))?.ext ?? '')
  })

const CONTAINER = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
/** The stream of a container that holds a password-protected Office document. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le')

/** Finds bytes in a stream, also across chunks. */
function finderOf(bytes: Buffer) {
  let isFound = false
  let last = Buffer.alloc(0)
  return {
    take: (chunk: Buffer) => {
      isFound ||= chunk.includes(bytes) || Buffer.concat([last, chunk.subarray(0, bytes.length)]).includes(bytes)
      last = Buffer.concat([last, chunk.subarray(-bytes.length)]).subarray(-bytes.length)
    },
    isFound: () => isFound,
  }
}

function officeCheck(folder: string): ContentCheck {
  let isContainer = false
  const encrypted = finderOf(ENCRYPTED)
  const head = headOf((bytes) => {
    isContainer = bytes.subarray(0, CONTAINER.length).equals(CONTAINER)
    return isContainer || bytes.subarray(0, ARCHIVE.length).equals(ARCHIVE)
  })
  const isProtected = () => isContainer && encrypted.isFound()
  const deps = new InflatedParts()
  let isValid = true
  let end: Buffer[] = []
  let kept = 0
  let size = 0
  return {
    take: async (chunk) => {
      encrypted.take(chunk)
      end.push(chunk)
      kept += chunk.length
      size += chunk.length
      while (kept - (end[0]?.length ?? 0) >= ARCHIVE_END_BYTES) kept -= end.shift()?.length ?? 0
      isValid &&= await deps.take(chunk)
      if (!(await head.take(chunk)) || isProtected()) return false
      // A password-protected Office document is no archive, which the head shows.
      return isValid || isContainer || size < HEAD_BYTES
    },
    finish: async () => {
      const isArchive = (await head.finish()) && !isContainer
      const last = Buffer.concat(end)
      end = []
      return isArchive && isValid && isOfficeArchive(last, { size, folder, deps: deps.seen })
    },
    isProtected,
  }
}

const LESS_THAN = 0x3c
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]
const isBlank = (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || BYTE_ORDER_MARK.includes(byte)

/** Accepts text without NUL that does not begin, after white space, as a page or a picture would (decision J11). */
function textCheck(): ContentCheck {
  let hasBegun = false
  return {
    take: (chunk) => {
      if (chunk.includes(0)) return false
      if (hasBegun) return true
      const first = chunk.find((byte) => !isBlank(byte))
      hasBegun = first !== undefined
      return first !== LESS_THAN
    },
    finish: () => true,
  }
}
