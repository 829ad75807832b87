import { plainName } from '../plain-name.ts'

/** Most characters of the name of a client. */
export const CLIENT_NAME_MAX = 100
/** Most characters of the code of a client, which is part of the address of its sign-in page. */
export const CLIENT_CODE_MAX = 50
/** A code, or nothing. */
export const CLIENT_CODE = /^(?:[A-Za-z0-9][A-Za-z0-9_-]*)?$/

export interface ClientIssue {
  field: 'clientNm' | 'clientCd'
  text: 'field_required' | 'field_too_long' | 'client_code_invalid'
}

/** Returns what is wrong with the name and the code of a client; `code` is null for a client without one. */
export function clientIssues({ name, code }: { name: string; code: string | null }): ClientIssue[] {
  const plain = plainName(name)
  const issues: ClientIssue[] = []
  if (plain === '') issues.push({ field: 'clientNm', text: 'field_required' })
  if (plain.length > CLIENT_NAME_MAX) issues.push({ field: 'clientNm', text: 'field_too_long' })
  if (code !== null && code.length > CLIENT_CODE_MAX) issues.push({ field: 'clientCd', text: 'field_too_long' })
  else if (code !== null && !CLIENT_CODE.test(code)) issues.push({ field: 'clientCd', text: 'client_code_invalid' })
  return issues
}
