/** Path of the provider of access tokens (OAuth 2.0 client credentials); the issuer is the public address with it. */
export const SERVICE_OAUTH_PATH = '/ccservices/oauth'

/** Characters with which a token begins in lists; they are no secret, and its client ID for OAuth. */
export const SERVICE_TOKEN_SHOWN = 16

/** Longest name of a service account. */
export const SERVICE_ACCOUNT_NAME_MAX = 100
/** Days until a service account ends, at most. */
export const SERVICE_ACCOUNT_MAX_DAYS = 365
/** Networks from which a service account may be used. */
export const SERVICE_NETWORKS_MAX = 20
/** Tokens of one service account that work at the same time. */
export const SERVICE_TOKENS_MAX = 2
/** Days for which the former token goes on beside a new one, at most. */
export const SERVICE_OVERLAP_MAX_DAYS = 30

/** Days before its last token expires in which a service account counts as about to end. */
export const SERVICE_ENDING_DAYS = 30
/** Days without a call after which a service account counts as unused. */
export const SERVICE_UNUSED_DAYS = 90

/**
 * 'active': its tokens are used. 'unused': no call for SERVICE_UNUSED_DAYS, or none yet. 'ending': its last token expires
 * within SERVICE_ENDING_DAYS. 'tokenless': no token works. 'ended': the account itself has ended, or
 * is revoked.
 */
export const serviceAccountStates = ['active', 'unused', 'ending', 'tokenless', 'ended'] as const
export type ServiceAccountState = (typeof serviceAccountStates)[number]
