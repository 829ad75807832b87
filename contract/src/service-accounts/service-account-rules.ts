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
 * within SERVICE_ENDING_DAYS. 'tokenless': no token works. 'ended': the account itself has ended.
 */
export const serviceAccountStates = ['active', 'unused', 'ending', 'tokenless', 'ended'] as const
export type ServiceAccountState = (typeof serviceAccountStates)[number]
