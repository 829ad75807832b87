import { expect, test } from 'vitest'
import { CLIENT_CODE_MAX, CLIENT_NAME_MAX, clientIssues } from './client-rules.ts'

const required = { field: 'clientNm', text: 'field_required' }
const longName = { field: 'clientNm', text: 'field_too_long' }
const longCode = { field: 'clientCd', text: 'field_too_long' }
const badCode = { field: 'clientCd', text: 'client_code_invalid' }

test.each([
  ['a name alone', { name: 'Harbor', code: null }, []],
  ['the longest name and code', { name: 'x'.repeat(CLIENT_NAME_MAX), code: 'x'.repeat(CLIENT_CODE_MAX) }, []],
  ['spaces around a name', { name: ` ${'x'.repeat(CLIENT_NAME_MAX)} `, code: '' }, []],
  ['no name', { name: '', code: null }, [required]],
  ['a blank name', { name: ' ', code: 'a' }, [required]],
  ['a name that is too long', { name: 'x'.repeat(CLIENT_NAME_MAX + 1), code: null }, [longName]],
  ['a code that is too long', { name: 'Harbor', code: 'x'.repeat(CLIENT_CODE_MAX + 1) }, [longCode]],
  ['letters, digits, dashes in a code', { name: 'Harbor', code: 'Harbor_2-b' }, []],
  ['a space in a code', { name: 'Harbor', code: 'har bor' }, [badCode]],
  ['a code that begins with a dash', { name: 'Harbor', code: '-harbor' }, [badCode]],
  ['both wrong', { name: '', code: '/' }, [required, badCode]],
])('%s', (_what, client, issues) => {
  expect(clientIssues(client)).toEqual(issues)
})
