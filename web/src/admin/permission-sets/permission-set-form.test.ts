import { expect, test } from 'vitest'
import { fieldsOfSuggestion } from './permission-set-form.ts'

test('What I typed before the dialog of a suggestion had loaded follows the suggested name', () => {
  expect(fieldsOfSuggestion({ clientId: '3', name: 'Accounting', items: [] }, ' Oslo')).toMatchObject({
    setNm: 'Accounting Oslo',
    clientId: '3',
  })
})
