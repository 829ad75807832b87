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
