import type { ProtocolAnswer } from '../../http/json-protocol.ts'
import { type JsonObject, messageSchema } from './protocol/scim-schema.ts'
import { ScimError } from './protocol/scim-error.ts'

/** The body of a refusal (RFC 7644, 3.12). */
const refusalBody = (status: number, detail: string, scimType?: string): JsonObject => ({
  schemas: [messageSchema('Error')],
  status: String(status),
  ...(scimType === undefined ? {} : { scimType }),
  detail,
})

/** The body of a refusal that this area has no part in, such as that of a body that is no JSON. */
export const plainRefusalBody = (status: number, detail: string): JsonObject =>
  refusalBody(status, detail, status === 400 ? 'invalidSyntax' : undefined)

/** The answer to what this area throws on purpose. */
export const answerTo = (error: unknown): ProtocolAnswer | undefined =>
  error instanceof ScimError
    ? { status: error.status, body: refusalBody(error.status, error.message, error.scimType) }
    : undefined

/** A page of resources. */
export const listAnswer = (
  resources: readonly JsonObject[],
  totalResults: number,
  startIndex: number,
): ProtocolAnswer => ({
  status: 200,
  body: {
    schemas: [messageSchema('ListResponse')],
    totalResults,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  },
})
