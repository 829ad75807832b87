/** Interface of a service in the browser: the global of its script, and its origins. */
export interface CheckServiceSettings {
  /** Services that others are compatible with. */
  kind: 'turnstile' | 'hcaptcha' | 'recaptcha'
  scriptUrl: string
  verifyUrl: string
  /** Origins of scripts, frames and calls for the page's policy. */
  origins: readonly string[]
  siteKey: string
  secret: string
}

export type ServiceAddresses = Pick<CheckServiceSettings, 'kind' | 'scriptUrl' | 'verifyUrl' | 'origins'>
