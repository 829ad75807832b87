import { type MessageRef, sentences } from '../../http/sentences.ts'
import {
  HOST_PLACEHOLDERS,
  type LogoutAddress,
  logoutAddressProblem,
  logoutOrigins,
  unknownPlaceholder,
} from './logout-rules.ts'

/** What is wrong with a logout address, in words for its administrator; null where a sign-out can follow it. */
export function logoutAddressIssue(address: LogoutAddress, portal: URL): MessageRef | null {
  const problem = logoutAddressProblem(address, portal)
  if (problem === 'too-long') return sentences.field_too_long
  const placeholder = unknownPlaceholder(address.template ?? '')
  if (placeholder !== null)
    return sentences.logout_address_placeholder({ placeholder, known: HOST_PLACEHOLDERS.join(', ') })
  if (problem === 'unreadable') return sentences.catalog_address_invalid
  if (problem === null) return null
  return sentences.logout_address_elsewhere({ origins: logoutOrigins(address.registered, portal).join(', ') })
}
