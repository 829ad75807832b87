import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { placeCaret } from '../../test/caret.ts'
import { ThemeProvider } from '../ui/ThemeProvider.tsx'
import { RichTextEditor } from './RichTextEditor.tsx'

const onChange = vi.fn<(html: string) => void>()
beforeEach(() => {
  onChange.mockClear()
  placeCaret()
})

function show() {
  render(
    <ThemeProvider buttonColor="#0057b8">
      <RichTextEditor
        name="text"
        label="Message"
        value=""
        onChange={onChange}
        onBlur={() => undefined}
        isInvalid={false}
        describedBy={undefined}
      />
    </ThemeProvider>,
  )
  return userEvent.setup()
}
const linkButton = () => within(screen.getByRole('toolbar')).getByRole('button', { name: 'Link' })
const addressField = () => screen.queryByRole('textbox', { name: 'Address of the link' })

test('a link is set to an address, and its field is gone then', async () => {
  const person = show()
  await person.click(linkButton())
  expect(document.activeElement).toBe(addressField())
  await person.keyboard('no address{Enter}')
  expect(addressField()?.getAttribute('aria-invalid')).toBe('true')
  await person.clear(addressField() as HTMLElement)
  await person.keyboard('https://guide.test/{Enter}')
  expect(addressField()).toBeNull()
  expect(onChange.mock.lastCall?.[0]).toMatch(
    /^<p><a href="https:\/\/guide\.test\/"[^>]*>https:\/\/guide\.test\/<\/a><\/p>$/,
  )
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }))
})
