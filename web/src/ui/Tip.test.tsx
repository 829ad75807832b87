import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Tip } from './Tip.tsx'

const bubble = () => import('./TipBubble.tsx')

vi.mock('./TipBubble.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('without a network a control has no tip, and works all the same', async () => {
  const onClick = vi.fn<() => void>()
  render(
    <Tip label="Favorite Cards">
      <button type="button" onClick={onClick}>
        Star
      </button>
    </Tip>,
  )
  const person = userEvent.setup()
  await person.hover(screen.getByRole('button', { name: 'Star' }))
  await act(() => expect(bubble()).rejects.toThrow('mocking a module'))
  await person.click(screen.getByRole('button', { name: 'Star' }))
  expect(onClick).toHaveBeenCalledOnce()
})
