import { userEvent } from '@testing-library/user-event'
import { cleanup, render, screen } from '@testing-library/react'
import type { FormEvent } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Modal } from './Modal.tsx'
import { TextField } from './TextField.tsx'
import { ThemeProvider } from './ThemeProvider.tsx'

afterEach(cleanup)

test('a dialog with a field focuses it at once, so that no key is lost', () => {
  render(
    <ThemeProvider buttonColor="#0057b8">
      <Modal opened onClose={() => undefined} title="Find a user">
        <TextField label="Name" data-autofocus />
      </Modal>
    </ThemeProvider>,
  )
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
})

test('a form in a dialog is submitted alone, not with the form that opened it', async () => {
  const submitted: string[] = []
  const submit = (name: string) => (event: FormEvent) => {
    event.preventDefault()
    submitted.push(name)
  }
  render(
    <ThemeProvider buttonColor="#0057b8">
      <form onSubmit={submit('outer')}>
        <Modal opened onClose={() => undefined} title="Add a section">
          <form onSubmit={submit('inner')}>
            <button type="submit">Add</button>
          </form>
        </Modal>
      </form>
    </ThemeProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  expect(submitted).toEqual(['inner'])
})
