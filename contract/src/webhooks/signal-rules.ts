/** Path below which receivers of signals manage their streams (Shared Signals Framework 1.0). */
export const SIGNALS_PATH = '/ssf'
/** Where receivers find what the portal offers them. */
export const SIGNALS_CONFIGURATION_PATH = '/.well-known/ssf-configuration'

/** Events of the Continuous Access Evaluation Profile 1.0 that the portal sends. */
export const signalKinds = ['session-revoked', 'credential-change'] as const
export type SignalKind = (typeof signalKinds)[number]

/** How the type of a signal begins in a token. */
export const CAEP_EVENT_TYPE = 'https://schemas.openid.net/secevent/caep/event-type/'
/** The type of the event that shows a receiver that a stream works. */
export const VERIFICATION_EVENT_TYPE = 'https://schemas.openid.net/secevent/ssf/event-type/verification'
/** The kind, and the type, of the event that says that administrators have switched a stream on or off. */
export const STREAM_UPDATED = 'stream-updated'
export const STREAM_UPDATED_EVENT_TYPE = 'https://schemas.openid.net/secevent/ssf/event-type/stream-updated'
/** Delivery by POST (RFC 8935). */
export const PUSH_DELIVERY = 'urn:ietf:rfc:8935'

/** How tokens name people: by their email, or as the identity provider of their company knows them. */
export const signalSubjects = ['email', 'iss_sub'] as const
export type SignalSubject = (typeof signalSubjects)[number]

/** Longest audience of tokens. */
export const SIGNAL_AUDIENCE_MAX = 500
/** Longest Authorization header of a receiver. */
export const SIGNAL_AUTHORIZATION_MAX = 2000
/** Longest state of a verification. */
export const VERIFICATION_STATE_MAX = 1000
/** Seconds between two verifications of a stream. */
export const VERIFICATION_INTERVAL_SECONDS = 60
