import { createInflateRaw } from 'node:zlib'

/** A part of an archive as it is, whatever the archive's directory states. */
export interface InflatedPart {
  /** Offset of its header in the archive. */
  readonly offset: number
  /** Inflated size. */
  readonly bytes: number
}

const LOCAL_HEADER = 0x04034b50
const DIRECTORY_HEADER = 0x02014b50
const DESCRIPTOR = 0x08074b50
const HEADER_BYTES = 30
/** With 64-bit sizes, and the signature that follows. */
const LONGEST_DESCRIPTOR = 24 + 4
const ENCRYPTED = 1
const SIZES_FOLLOW = 8
const STORED = 0
const SIZE_IN_64_BITS = 0xffffffff
const DEFLATED = 8

/** State of the parser; it continues once `needs` bytes are available. */
type State =
  | { at: 'signature' | 'header' | 'descriptor'; needs: number }
  | { at: 'stored'; needs: 1; left: number }
  | { at: 'deflated'; needs: 1; inflate: CountedInflate; sizesFollow: boolean }
  | { at: 'directory'; needs: number }

/** Maximum inflated size of all parts together, in bytes. */
const INFLATED_MAX = 300 * 1024 * 1024

/** Parts of one archive, each of which needs memory while the archive arrives. */
export const PARTS_MAX = 2_000

class NoArchive extends Error {}

/**
 * Reads an archive from its beginning as its chunks arrive, and inflates each part to count its bytes. Stores none of
 * it.
 */
export class InflatedParts {
  readonly #parts: { offset: number; bytes: number }[] = []
  #state: State = { at: 'signature', needs: 4 }
  #waiting = Buffer.alloc(0)
  #position = 0
  #inflated = 0

  /** Returns false once it is no archive or inflates to too much. */
  async take(chunk: Buffer): Promise<boolean> {
    this.#waiting = Buffer.concat([this.#waiting, chunk])
    try {
      while (this.#waiting.length >= this.#state.needs) this.#state = await this.#step()
      return true
    } catch {
      if (this.#state.at === 'deflated') this.#state.inflate.close()
      return false
    }
  }

  /** All parts, once the directory has been reached. */
  get seen(): readonly InflatedPart[] {
    return this.#state.at === 'directory' ? this.#parts : []
  }

  async #step(): Promise<State> {
    const state = this.#state
    switch (state.at) {
      case 'signature':
        return afterSignature(this.#waiting.readUInt32LE(0))
      case 'header':
        return this.#beginPart()
      case 'stored':
        return this.#passStored(state)
      case 'deflated': {
        const { isOver, used } = await state.inflate.take(this.#waiting)
        this.#consume(used)
        if (!isOver) return state
        return state.sizesFollow ? { at: 'descriptor', needs: LONGEST_DESCRIPTOR } : { at: 'signature', needs: 4 }
      }
      case 'descriptor':
        this.#consume(descriptorBytes(this.#waiting))
        return { at: 'signature', needs: 4 }
      case 'directory':
        this.#consume(this.#waiting.length)
        return state
    }
  }

  #beginPart(): State {
    const header = this.#waiting
    const flags = header.readUInt16LE(6)
    const method = header.readUInt16LE(8)
    const bytes = header.readUInt32LE(18)
    const length = HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
    if (header.length < length) return { at: 'header', needs: length }
    if ((flags & ENCRYPTED) !== 0) throw new NoArchive('encrypted')
    if (this.#parts.length >= PARTS_MAX) throw new NoArchive('too many parts')
    const sizesFollow = (flags & SIZES_FOLLOW) !== 0
    this.#parts.push({ offset: this.#position, bytes: 0 })
    this.#consume(length)
    if (method === DEFLATED)
      return { at: 'deflated', needs: 1, inflate: countedInflate((count) => this.#count(count)), sizesFollow }
    // The end of a stored part is unknown when its size follows it.
    if (method !== STORED || sizesFollow || bytes === SIZE_IN_64_BITS) throw new NoArchive('method')
    return bytes === 0 ? { at: 'signature', needs: 4 } : { at: 'stored', needs: 1, left: bytes }
  }

  #passStored(state: Extract<State, { at: 'stored' }>): State {
    const bytes = Math.min(state.left, this.#waiting.length)
    this.#count(bytes)
    this.#consume(bytes)
    return state.left === bytes ? { at: 'signature', needs: 4 } : { ...state, left: state.left - bytes }
  }

  #count(bytes: number): void {
    this.#inflated += bytes
    const part = this.#parts.at(-1)
    if (part) part.bytes += bytes
    if (this.#inflated > INFLATED_MAX) throw new NoArchive('too large')
  }

  #consume(bytes: number): void {
    this.#waiting = this.#waiting.subarray(bytes)
    this.#position += bytes
  }
}

function afterSignature(signature: number): State {
  if (signature === DIRECTORY_HEADER) return { at: 'directory', needs: 1 }
  if (signature !== LOCAL_HEADER) throw new NoArchive('signature')
  return { at: 'header', needs: HEADER_BYTES }
}

/** Its signature is optional, and its sizes have 32 or 64 bits: the signature that follows tells which. */
function descriptorBytes(bytes: Buffer): number {
  const start = bytes.readUInt32LE(0) === DESCRIPTOR ? 4 : 0
  const length = [start + 12, start + 20].find((end) =>
    [LOCAL_HEADER, DIRECTORY_HEADER].includes(bytes.readUInt32LE(end)),
  )
  if (length === undefined) throw new NoArchive('descriptor')
  return length
}

interface CountedInflate {
  /** Returns how many of these bytes belong to the part, and whether it ends with them. */
  take(chunk: Buffer): Promise<{ isOver: boolean; used: number }>
  close(): void
}

function countedInflate(count: (bytes: number) => void): CountedInflate {
  const inflate = createInflateRaw()
  // Errors are thrown when bytes are written; one after the last of them does not matter.
  inflate.on('error', () => undefined)
  inflate.on('data', (part: Buffer) => {
    try {
      count(part.length)
    } catch (error) {
      inflate.destroy(error as Error)
    }
  })
  return {
    take: (chunk) => {
      const { promise, resolve, reject } = Promise.withResolvers<{ isOver: boolean; used: number }>()
      const before = inflate.bytesWritten
      const settle = (isOver: boolean) => () => resolve({ isOver, used: inflate.bytesWritten - before })
      const ended = settle(true)
      inflate.once('end', ended).once('error', reject)
      inflate.write(chunk, (error) => {
        if (!error) settle(false)()
      })
      return promise.finally(() => inflate.off('end', ended).off('error', reject))
    },
    close: () => void inflate.destroy(),
  }
}
