import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { queryClient } from '../api/query.ts'
import '../ui/MenuButton.tsx'
import { ThemeProvider } from '../ui/ThemeProvider.tsx'
import { LazyMenuButton } from './LazyMenuButton.tsx'

/** Begins a call; returns what ends it. */
function beginCall(name: string): () => Promise<void> {
  let end: () => void = () => undefined
  const answered = new Promise<string>((resolve) => (end = () => resolve(name)))
  void queryClient.fetchQuery({ queryKey: [name], queryFn: () => answered })
  return () =>
    act(async () => {
      end()
      await vi.waitUntil(() => queryClient.getQueryData([name]) !== undefined)
      await vi.dynamicImportSettled()
      // Whatever waits for the call goes on.
      await new Promise<void>((resolve) => setImmediate(resolve))
    })
}

test('the code of menus waits until all that the page asked for is there', async () => {
  const endFirst = beginCall('first')
  const endSecond = beginCall('second')
  render(
    <ThemeProvider buttonColor="#0057b8">
      <LazyMenuButton label="Account" groups={[]}>
        A
      </LazyMenuButton>
    </ThemeProvider>,
  )
  // Without its menu the button does not say whether that is open.
  const openState = () => screen.getByRole('button', { name: /Account/ }).getAttribute('aria-expanded')
  await endFirst()
  expect(openState()).toBeNull()
  await endSecond()
  await vi.waitFor(() => expect(openState()).toBe('false'))
})
