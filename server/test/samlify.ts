import { createRequire } from 'node:module'

/** The used part of samlify, an independent SAML implementation. */
interface Samlify {
  setSchemaValidator(validator: { validate: (xml: string) => Promise<string> }): void
  ServiceProvider(settings: object): SamlEntity & {
    parseLoginResponse(
      from: SamlEntity,
      binding: 'post',
      request: { body: Readonly<Record<string, string>> },
    ): Promise<{ extract: { nameID: string; audience: string } }>
  }
  IdentityProvider(settings: object): SamlEntity & {
    parseLoginRequest(
      from: SamlEntity,
      binding: 'redirect',
      request: { query: Readonly<Record<string, string>> },
    ): Promise<{ extract: { request: { id: string } } }>
    createLoginResponse(
      to: SamlEntity,
      request: object,
      binding: 'post',
      user: object,
      fill: (template: string) => { id: string; context: string },
    ): Promise<{ context: string }>
  }
  SamlLib: {
    defaultLoginResponseTemplate: { context: string }
    replaceTagsByValue(template: string, values: Readonly<Record<string, string>>): string
  }
}

interface SamlEntity {
  entityMeta: { getAssertionConsumerService(binding: string): string; getEntityID(): string }
}

// Required, not imported: its types would bring those of the browser into the server.
export const samlify = createRequire(import.meta.url)('samlify') as Samlify
