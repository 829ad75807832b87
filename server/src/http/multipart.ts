import { defaultTexts } from '@portico/contract/texts/texts.ts'
import type { FastifyRequest } from 'fastify'
import { type Refusal, refuseFields } from './answers.ts'
import type { UploadedFile } from './handlers.ts'

/** Limits of a multipart body; fields come before the file. */
export const multipartLimits = { files: 1, fields: 20, parts: 21, fieldSize: 4096, fieldNameSize: 100, headerPairs: 50 }

/** Reads the fields of a multipart body up to its one file, whose stream the handler reads. */
export async function readUpload(
  request: FastifyRequest,
): Promise<{ fields: Record<string, string>; file: UploadedFile } | Refusal> {
  const part = await request.file()
  if (!part)
    return refuseFields('400', defaultTexts.form_several_invalid, [
      { field: 'file', message: defaultTexts.field_required },
    ])
  const fields: Record<string, string> = {}
  for (const [name, field] of Object.entries(part.fields)) {
    if (field && !Array.isArray(field) && field.type === 'field') fields[name] = String(field.value)
  }
  return { fields, file: { name: part.filename, type: part.mimetype, stream: part.file } }
}

/** The fields of a form post, each given once; repeated ones stay arrays and fail the shape. */
export function readFormBody(request: FastifyRequest): unknown {
  return request.body ?? {}
}
