import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { IconButton } from './IconButton.tsx'
import { ThemeProvider } from './ThemeProvider.tsx'

async function hover(tooltip?: boolean) {
  render(
    <ThemeProvider buttonColor="#0057b8">
      <IconButton label="Favorite Cards" icon="star" {...(tooltip !== undefined && { tooltip })} />
      <IconButton label="Help" icon="info" />
    </ThemeProvider>,
  )
  const person = userEvent.setup()
  await person.hover(screen.getByRole('button', { name: 'Favorite Cards' }))
  return person
}
const tips = () => screen.queryAllByRole('tooltip', { hidden: true }).map(({ textContent }) => textContent)

test('a button with only an icon says in a tooltip what it does', async () => {
  const person = await hover()
  await waitFor(() => expect(tips()).toContain('Favorite Cards'))
  await person.unhover(screen.getByRole('button', { name: 'Favorite Cards' }))
  await waitFor(() => expect(tips()).toEqual([]))
})

test('a button whose icon needs no words has no tooltip', async () => {
  const person = await hover(false)
  // The other one comes later, if this one came.
  await person.hover(screen.getByRole('button', { name: 'Help' }))
  await waitFor(() => expect(tips()).toEqual(['Help']))
})
