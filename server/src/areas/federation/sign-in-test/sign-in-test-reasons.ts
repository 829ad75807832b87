import type { SignInTestReason } from '@portico/contract/federation/identity-providers.ts'
import type { PersonProblem } from '../sign-in/known-person.ts'
import type { SamlProblem } from '../saml/saml-rules.ts'

const reasons: Readonly<Record<SamlProblem | PersonProblem | 'no signed assertion', SignInTestReason>> = {
  'not a SAML response': 'no_response',
  'no ID, version 2.0 or time of issue': 'incomplete',
  'more than one response': 'several_responses',
  'encrypted assertion': 'encrypted',
  'not exactly one assertion': 'assertion_count',
  'an id given twice': 'duplicate_id',
  'a signature out of place': 'misplaced_signature',
  'weak algorithm': 'weak_algorithm',
  'wrong destination': 'mismatch',
  unsolicited: 'no_request',
  'wrong issuer': 'mismatch',
  'no subject or conditions': 'no_subject',
  'wrong audience': 'mismatch',
  'expired or not yet valid': 'untimely',
  'issued in the future': 'issued_in_future',
  'no subject confirmation': 'no_confirmation',
  'wrong recipient': 'mismatch',
  'answer to another request': 'mismatch',
  'no statement of a sign-in': 'no_statement',
  'expired session': 'session_expired',
  'no name': 'no_name',
  'transient name': 'transient_name',
  'no signed assertion': 'not_signed',
  'no e-mail address stated': 'no_email',
  'not a domain of this provider': 'other_domain',
  'the address belongs to somebody else': 'address_taken',
  'no account, and none is made': 'no_account',
  'no first or last name stated': 'no_names',
  'no federated user of this provider any more': 'no_longer_here',
}

/** The reason of a rule as a test shows it; `otherwise` for what the SAML library says. */
export const reasonOf = (why: string, otherwise: SignInTestReason = 'not_verified'): SignInTestReason =>
  reasons[why as keyof typeof reasons] ?? otherwise
