/** A Redis or Valkey server, as PORTAL_RATE_LIMIT_STORE names it. */
export interface RedisPlace {
  readonly host: string
  readonly port: number
  readonly user: string | undefined
  readonly password: string | undefined
  /** The number of a database of that server. */
  readonly database: number
  readonly isEncrypted: boolean
}
