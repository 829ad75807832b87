import { expect } from 'vitest'
import type { Visitor } from './visitor.ts'

export const providers = '/content-authenticated/database-maintenance/identity-providers'

/** The question that a sensitive change asks long after the sign-in. */
export const dialog = ({ page }: Visitor) => page.getByRole('dialog', { name: 'Confirm it’s you' })

/** Opens the form of the demo's identity provider. */
export async function openProvider({ page }: Visitor): Promise<void> {
  await page.getByRole('button', { name: /^Actions for Lindqvist/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
}

/** Changes the sign-out address of the demo's identity provider up to the press of the button. */
export async function changeAddress(visitor: Visitor, address: string): Promise<void> {
  await openProvider(visitor)
  await visitor.page.getByLabel('Sign-out address').fill(address)
  await visitor.page.getByRole('button', { name: 'Save identity provider' }).click()
}

export const isChanged = ({ page }: Visitor) => page.getByText('Changes saved.').waitFor()

/** The address that the provider has now. */
export async function expectAddress(visitor: Visitor, address: string): Promise<void> {
  const { page } = visitor
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.reload()
  await openProvider(visitor)
  expect(await page.getByLabel('Sign-out address').inputValue()).toBe(address)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}
