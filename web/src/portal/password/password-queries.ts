import { getPasswordRules } from '@portico/contract/password/password.ts'
import { query, queryClient } from '../../api/query.ts'

export const passwordRulesQuery = () => query(getPasswordRules)

/** Loads the rules before the dialog opens, so that its buttons do not move. A failure does not block the dialog. */
export const loadPasswordRules = (): Promise<void> => queryClient.prefetchQuery(passwordRulesQuery())
