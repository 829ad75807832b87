/** The body of every JSON answer (GENL-019): exactly these three fields. */
export interface Envelope<T = unknown> {
  code: string
  data: T
  message: string
}

/** One invalid field of a '400' or '422' answer. */
export interface FieldIssue {
  field: string
  message: string
}

/** Codes that any call may answer, with the HTTP status that carries each (decision A4). */
export const standardCodes = {
  '400': 'The request is malformed; data lists the fields.',
  '401': 'There is no session, or it has ended.',
  '403': 'Not allowed: permission, foreign user id, or missing request token.',
  '404': 'There is no such record or address.',
  '405': 'The method is not allowed at this address.',
  '408': 'The body did not arrive in time.',
  '409': 'The record was changed in the meantime.',
  '413': 'The body is too large.',
  '415': 'The content type of the body is not accepted.',
  '422': 'Validation failed; data lists the fields.',
  '429': 'Too many requests; Retry-After holds the seconds to wait.',
  '500': 'The server failed.',
  '503': 'The server is busy or its database is unavailable; Retry-After holds the seconds to wait.',
  '507': 'The storage is full.',
} as const

export type StandardCode = keyof typeof standardCodes
