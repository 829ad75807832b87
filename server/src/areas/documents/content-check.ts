import type { ContentKind } from './document-rules.ts'
import { ARCHIVE_END_BYTES, isOfficeArchive } from './office-archive.ts'

/** As much of a file as tells its type. */
const HEAD_BYTES = 4_100
const ARCHIVE = Buffer.from([0x50, 0x4b, 0x03, 0x04])

/** Looks at a file while it comes by. Each answers false as soon as the content is not what it should be. */
export interface ContentCheck {
  take(chunk: Buffer): Promise<boolean> | boolean
  finish(): Promise<boolean> | boolean
  /** After a false: it is of its kind as far as can be told, but behind a password. */
  isProtected?(): boolean
}

export function contentCheck(content: ContentKind): ContentCheck {
  if (content.kind === 'text') return textCheck()
  return content.kind === 'office' ? officeCheck(content.folder) : signatureCheck(content.types)
}

/** The first bytes, gathered from however small chunks. */
function headOf(judge: (head: Buffer) => Promise<boolean> | boolean): ContentCheck {
  let head: Buffer | null = Buffer.alloc(0)
  const decide = (bytes: Buffer) => {
    head = null
    return judge(bytes)
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
    // A library of weight, loaded with the first such file.
    const { fileTypeFromBuffer } = await import('file-type')
    return types.includes((await fileTypeFromBuffer(head))?.ext ?? '')
  })

const CONTAINER = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
/** The part of a container that holds an Office document under a password. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le')

/** Finds bytes in what comes by, also where they are cut in two. */
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
      return (await head.take(chunk)) && !isProtected()
    },
    finish: async () => {
      const isArchive = (await head.finish()) && !isContainer
      const last = Buffer.concat(end)
      end = []
      return isArchive && isOfficeArchive(last, size, folder)
    },
    isProtected,
  }
}

const LESS_THAN = 0x3c
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]
const isBlank = (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || BYTE_ORDER_MARK.includes(byte)

/** Text without NUL that does not begin, after blanks, as a page or a picture would (decision J11). */
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
