import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Tooltip } from './Tooltip.tsx'

const bubble = () => import('./TooltipBubble.tsx')

vi.mock('./TooltipBubble.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('without a network a control has no tooltip, but still works', async () => {
  const onClick = vi.fn<() => void>()
  render(
    <Tooltip label="Favorite Cards">
      <button type="button" onClick={onClick}>
        Star
      </button>
    </Tooltip>,
  )
  const person = userEvent.setup()
  await person.hover(screen.getByRole('button', { name: 'Star' }))
  await act(() => expect(bubble()).rejects.toThrow('mocking a module'))
  await person.click(screen.getByRole('button', { name: 'Star' }))
  expect(onClick).toHaveBeenCalledOnce()
})
