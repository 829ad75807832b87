import { userEvent } from '@testing-library/user-event'
import { render, screen } from '@testing-library/react'
import type { FormEvent } from 'react'
import { expect, test } from 'vitest'
import { Modal } from './Modal.tsx'
import { TextField } from './TextField.tsx'
import { ThemeProvider } from './ThemeProvider.tsx'

// First: right after another dialog, one would return the focus to where that had it from.
test('a dialog that opens after its menu is gone returns the focus to the button of the menu', async () => {
  const page = (part: 'menu' | 'nothing' | 'dialog') => (
    <ThemeProvider buttonColor="#0057b8">
      <button type="button" id="actions">
        Actions
      </button>
      {part === 'menu' && (
        <div role="menu" aria-labelledby="actions">
          <button type="button" role="menuitem">
            Edit
          </button>
        </div>
      )}
      {part === 'dialog' && (
        <Modal opened onClose={() => undefined} title="Edit the job">
          {null}
        </Modal>
      )}
    </ThemeProvider>
  )
  const { rerender } = render(page('menu'))
  screen.getByRole('menuitem', { name: 'Edit' }).focus()
  rerender(page('nothing'))
  expect(document.activeElement).toBe(document.body)
  rerender(page('dialog'))
  await screen.findByRole('dialog')
  rerender(page('nothing'))
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'Actions' }))
})

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
