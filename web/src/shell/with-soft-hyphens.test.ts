import { expect, test } from 'vitest'
import { shippedTexts } from '@portico/contract/texts/shipped-texts.ts'
import { withSoftHyphens } from './with-soft-hyphens.ts'

test.each([
  [shippedTexts.de.admin_enhancement_requests, 'Verbesserungs\u00ADvorschläge'],
  [shippedTexts.de.admin_access_changes, shippedTexts.de.admin_access_changes],
  [shippedTexts.de.admin_users, shippedTexts.de.admin_users],
  [shippedTexts.en.admin_enhancement_requests, shippedTexts.en.admin_enhancement_requests],
])('I read "%s" broken between its parts only', (name, shown) => {
  expect(withSoftHyphens(name)).toBe(shown)
})
