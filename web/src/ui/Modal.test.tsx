import { cleanup, render, screen } from '@testing-library/react'
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
