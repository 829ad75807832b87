import { getPasswordRules } from '@portico/contract/password.ts'
import { query } from '../../api/query.ts'

export const passwordRulesQuery = () => query(getPasswordRules)
