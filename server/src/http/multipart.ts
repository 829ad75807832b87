import { finished, Transform } from 'node:stream'
import { callbackify } from 'node:util'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import type { FastifyRequest } from 'fastify'
import { type Refusal, refuseFields } from './answers.ts'
import type { UploadedFile } from './handlers.ts'
import { noteUploaded } from './upload-memory.ts'

const MB = 1024 * 1024

/** Limits of a multipart body; fields come before the file. What an area stores at most is its own to say. */
export const multipartLimits = {
  files: 1,
  fields: 20,
  parts: 21,
  fieldSize: 4096,
  fieldNameSize: 100,
  headerPairs: 50,
  fileSize: 110 * MB,
}

/** What a body holds at most beside its file where it has few fields: boundaries, headers, names. */
const AROUND_FILE = 8 * 1024

/** A multipart body that is none, or more than we take; `statusCode` is how the framework's errors say so too. */
export class BrokenUpload extends Error {
  readonly statusCode: 400 | 413
  constructor(statusCode: 400 | 413, cause?: unknown) {
    super('The upload cannot be read', { cause })
    this.statusCode = statusCode
  }
}

interface Upload {
  /** Repeated fields become lists and fail the shape. */
  fields: Record<string, string | string[]>
  file: UploadedFile
}

/** Reads the fields of a multipart body up to its one file, the last part, whose stream the handler reads. */
export async function readUpload(request: FastifyRequest): Promise<Upload | Refusal> {
  const fields = new Map<string, string | string[]>()
  const parts = request.parts()
  try {
    for (let next = await parts.next(); !next.done; next = await parts.next()) {
      const part = next.value
      if (part.type === 'file') {
        if (part.fieldname !== 'file') break
        const sentName = (part.filename as string | undefined) ?? ''
        const file = {
          name: sentName.replace(/^.*[/\\]/s, ''),
          sentName,
          type: part.mimetype,
          stream: wholeFile(part.file, parts),
          expectedBytes: Math.max(0, Number(request.headers['content-length'] ?? 0) - AROUND_FILE),
        }
        return { fields: Object.fromEntries(fields), file }
      }
      if (part.valueTruncated || part.fieldnameTruncated) throw new BrokenUpload(413)
      const before = fields.get(part.fieldname)
      const value = String(part.value)
      fields.set(part.fieldname, before === undefined ? value : [before, value].flat())
    }
  } catch (error) {
    throw error instanceof Error && 'statusCode' in error ? error : new BrokenUpload(400, error)
  }
  const missing = { field: 'file', message: defaultTexts.field_required }
  return refuseFields('400', defaultTexts.form_several_invalid, [missing])
}

/**
 * A stream that ends well only if the whole file came and nothing behind it: one that is cut off, too
 * large or followed by another part fails instead.
 */
function wholeFile(part: NodeJS.ReadableStream, parts: AsyncIterator<unknown>): Transform {
  const whole = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      noteUploaded(chunk.length)
      done(null, chunk)
    },
    flush: callbackify(() => endOf(parts)),
  })
  // Whoever reads it later hears of the failure; until then nobody does, which would end the process.
  whole.on('error', () => {})
  part.once('limit', () => whole.destroy(new BrokenUpload(413)))
  // Tells of a failure also where a short body is over, and the part broken, before anybody listened.
  finished(part, { writable: false }, (error) => error && whole.destroy(new BrokenUpload(400, error)))
  part.pipe(whole)
  return whole
}

async function endOf(parts: AsyncIterator<unknown>): Promise<void> {
  const next = await parts.next().catch((error: unknown) => {
    throw new BrokenUpload(400, error)
  })
  if (!next.done) throw new BrokenUpload(400)
}

const DRAIN_AT_MOST = { bytes: 110 * MB, milliseconds: 30_000 }

/** Reads away what a handler left of a body, so that the caller hears the answer and may go on; up to a limit. */
export function drainBody({ raw }: FastifyRequest): void {
  if (raw.readableEnded || raw.destroyed) return
  let bytes = 0
  const giveUp = setTimeout(() => raw.destroy(), DRAIN_AT_MOST.milliseconds).unref()
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > DRAIN_AT_MOST.bytes) raw.destroy()
  })
  raw.once('close', () => clearTimeout(giveUp))
  raw.resume()
}

/** The fields of a form post, each given once; repeated ones stay arrays and fail the shape. */
export function readFormBody(request: FastifyRequest): unknown {
  return request.body ?? {}
}
