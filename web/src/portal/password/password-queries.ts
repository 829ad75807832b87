import { getPasswordRules } from '@portico/contract/password.ts'
import { query, queryClient } from '../../api/query.ts'

export const passwordRulesQuery = () => query(getPasswordRules)

/** The window that shows the rules waits for them, or its buttons would move under the hand. A failure keeps nobody out. */
export const loadPasswordRules = (): Promise<void> => queryClient.prefetchQuery(passwordRulesQuery())
