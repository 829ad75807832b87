/** The body of every JSON answer (GENL-019): exactly these three. */
export interface Envelope<T = unknown> {
  code: string
  data: T
  message: string
}

/** One broken field of a '400' or '422' answer. */
export interface FieldIssue {
  field: string
  message: string
}

/** Codes that any call may answer, with the HTTP status that carries each (decision A4). */
export const standardCodes = {
  '400': 'The request does not fit the call; data lists the fields.',
  '401': 'There is no session, or it has ended.',
  '403': 'Not allowed: permission, foreign user id, or missing request token.',
  '404': 'There is no such record or address.',
  '405': 'That method is not offered here.',
  '409': 'Somebody else changed this record meanwhile.',
  '413': 'The body is too large.',
  '415': 'The body is of a type that this call does not take.',
  '422': 'A rule is broken; data lists the fields.',
  '429': 'Too many calls; Retry-After says when to come back.',
  '500': 'Something went wrong on the server.',
  '503': 'The service is busy or its database is away; Retry-After says when to come back.',
  '507': 'There is no room left to store this.',
} as const

export type StandardCode = keyof typeof standardCodes
