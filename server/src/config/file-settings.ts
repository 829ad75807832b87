/** An S3-compatible storage of the settings. */
export interface S3Place {
  readonly endpoint: URL
  readonly region: string
  readonly bucket: string
  /** Prefix of every key; ends with a slash unless empty. */
  readonly prefix: string
  readonly accessKey: string
  readonly secretKey: string
}

export type FilePlace = { readonly kind: 'folder'; readonly folder: string } | ({ readonly kind: 's3' } & S3Place)

/** Address of ClamAV's daemon. */
export type ClamdPlace = { readonly host: string; readonly port: number } | { readonly path: string }
