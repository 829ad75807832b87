/** The keywords of RFC 7644 (3.12) that the service uses. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness'

export type ScimStatus = 400 | 401 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 429 | 500 | 501 | 503

/**
 * A request that is refused on purpose. It is thrown, because readers of filters and paths are recursive; the service
 * catches it in one place, and a transaction that it leaves is undone.
 */
export class ScimError extends Error {
  readonly status: ScimStatus
  readonly scimType: ScimType | undefined

  constructor(status: ScimStatus, detail: string, scimType?: ScimType) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}

/** Refuses what a request says. */
export const requestError = (detail: string, scimType: ScimType = 'invalidValue'): ScimError =>
  new ScimError(400, detail, scimType)
