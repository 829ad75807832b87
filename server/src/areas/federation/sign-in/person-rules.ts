import { emailIssues, firstNameIssues, normalizeText } from '@portico/contract/account/account-rules.ts'
import type { Provider } from '../providers/provider.ts'
import type { Identity } from '../saml/saml-rules.ts'

/** A provider's statement about a user, normalized. */
export interface Person {
  email: string
  firstName: string
  lastName: string
}

const EMAIL_FORMAT = ':emailAddress'

/** Default attribute names of Entra ID and ADFS, LDAP, Okta. */
const usualNames = {
  email: [
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
    'urn:oid:0.9.2342.19200300.100.1.3',
    'mail',
    'email',
  ],
  firstName: [
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
    'urn:oid:2.5.4.42',
    'givenName',
    'firstName',
  ],
  lastName: ['http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname', 'urn:oid:2.5.4.4', 'sn', 'lastName'],
} as const

/** Returns the user's data; each part is undefined when missing or malformed. */
export function personOfAssertion({ nameId, nameIdFormat, attributes }: Identity, provider: Provider): Partial<Person> {
  const first = (named: string | null, usual: readonly string[]) =>
    (named === null ? usual : [named]).flatMap((name) => attributes.get(name) ?? [])[0]
  const stated = first(provider.emailAttribute, usualNames.email)
  const email = emailOf(stated ?? (nameIdFormat.endsWith(EMAIL_FORMAT) ? nameId : ''))
  const firstName = nameOf(first(provider.firstNameAttribute, usualNames.firstName) ?? '')
  const lastName = nameOf(first(provider.lastNameAttribute, usualNames.lastName) ?? '')
  return {
    ...(email === undefined ? {} : { email }),
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
  }
}

/** By the rules of the account settings. An address finds an account: one with marks of direction is refused, never mended. */
const emailOf = (text: string) => (emailIssues(text).length > 0 ? undefined : text.trim())
const nameOf = (text: string) => (firstNameIssues(text).length > 0 ? undefined : normalizeText(text))
