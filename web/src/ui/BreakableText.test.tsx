import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BreakableText } from './BreakableText.tsx'

/** The text with a bar wherever it may be broken. */
function broken(text: string): string {
  const { container } = render(<BreakableText>{text}</BreakableText>)
  for (const place of container.querySelectorAll('wbr')) place.replaceWith('|')
  return container.textContent
}

test.each([
  ['ada.lovelace@client.test', 'ada.lovelace@|client.test'],
  // 24 characters with their @ stay together, one more does not.
  ['ada.lovelace-of-london.a@client.test', 'ada.|lovelace-|of-|london.|a@|client.test'],
  ['ada.lovelace-of-london.@client.test', 'ada.lovelace-of-london.@|client.test'],
  ['a@the.very.long.name.of.a.company.test', 'a@|the.|very.|long.|name.|of.|a.|company.|test'],
  ['ledger_of_all-accounts', 'ledger_|of_|all-|accounts'],
  ['Ledger', 'Ledger'],
])('a long name is broken after its punctuation, and an address after its @ first: %s', (text, parts) => {
  expect(broken(text)).toBe(parts)
})
