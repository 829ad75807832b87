import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ThemeProvider } from '../ui/ThemeProvider.tsx'
import { PhoneFilters } from './FilterLine.tsx'
import { Pagination } from './Pagination.tsx'

afterEach(cleanup)

const onPage = vi.fn<(page: number) => void>()
function show(page: number, total: number, sizes?: { onSize: () => void }) {
  render(
    <ThemeProvider buttonColor="#0057b8">
      <Pagination page={page} size={15} total={total} onPage={onPage} {...sizes} />
    </ThemeProvider>,
  )
}
const pages = () => screen.queryByRole('navigation', { name: 'Pages' })
const isOff = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true'

describe('the pages of a list', () => {
  test('are none where the rows fill the smallest page, and two with one row more', () => {
    show(1, 15, { onSize: () => undefined })
    expect(pages()).toBeNull()
    cleanup()
    show(1, 16, { onSize: () => undefined })
    expect(pages()?.textContent).toContain('1–15 of 16')
    expect([isOff('Previous'), isOff('Next')]).toEqual([true, false])
  })

  test('end with the one that the last rows fill', () => {
    show(2, 30)
    expect(pages()?.textContent).toContain('16–30 of 30')
    expect([isOff('Previous'), isOff('Next')]).toEqual([false, true])
  })

  test('go one on and one back', async () => {
    show(2, 40)
    const person = userEvent.setup()
    await person.click(screen.getByRole('button', { name: 'Next' }))
    await person.click(screen.getByRole('button', { name: 'Previous' }))
    expect(onPage.mock.calls).toEqual([[3], [1]])
  })

  test('can be longer where that leaves one page, so that I can choose the smaller ones again', () => {
    render(
      <ThemeProvider buttonColor="#0057b8">
        <Pagination page={1} size={60} total={40} onPage={onPage} onSize={() => undefined} />
      </ThemeProvider>,
    )
    expect(pages()?.textContent).toContain('1–40 of 40')
    expect(screen.getByRole('combobox', { name: 'Rows per page' })).toHaveProperty('value', '60')
  })
})

test.each([
  [false, true],
  [true, false],
])('on a phone the filters fold: %s, and are seen at once: %s', (folds, isSeen) => {
  render(
    <ThemeProvider buttonColor="#0057b8">
      <PhoneFilters
        folds={folds}
        isOpen={false}
        onToggle={() => undefined}
        filters={[
          { name: 'state', isActive: false, isNeeded: false, control: <input key="state" aria-label="State" /> },
        ]}
      />
    </ThemeProvider>,
  )
  expect(screen.queryByRole('textbox', { name: 'State' }) !== null).toBe(isSeen)
  expect(screen.queryByRole('button', { name: 'Filters' }) !== null).toBe(folds)
})
