/** The mail server of the settings. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  readonly credentials: { readonly user: string; readonly password: string } | undefined
  /** `whole`: TLS from the first byte; `required`: plain until STARTTLS, which has to succeed; `optional`: where offered; `none`: loopback. */
  readonly encryption: 'whole' | 'required' | 'optional' | 'none'
}
