import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { choosePlacement } from './toast-placement.ts'
import { ThemeProvider } from './ThemeProvider.tsx'
import { Modal } from './Modal.tsx'
import { RecentMessages } from './RecentMessages.tsx'
import { toast } from './toast.ts'
import { Toasts } from './Toasts.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <ThemeProvider buttonColor="#0057b8">
      <Toasts closeLabel="Close" durationMs={5000} />
    </ThemeProvider>,
  )
})

afterEach(() => {
  cleanup()
  act(() => toast.clear())
  vi.useRealTimers()
})

const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

test('a message is announced politely and disappears by itself', () => {
  act(() => toast.success('Saved'))
  expect(screen.getByRole('status').getAttribute('aria-live')).toBe('polite')
  expect(screen.getByRole('status').textContent).toContain('Saved')
  wait(4999)
  expect(screen.queryByText('Saved')).not.toBeNull()
  wait(1)
  expect(screen.queryByText('Saved')).toBeNull()
})

test('an error stays twice as long', () => {
  act(() => toast.error('Not saved'))
  wait(9999)
  expect(screen.queryByText('Not saved')).not.toBeNull()
  wait(1)
  expect(screen.queryByText('Not saved')).toBeNull()
})

test('a message that offers to undo something stays twice as long', () => {
  act(() => toast.success('Deleted', { label: 'Undo', run: () => undefined }))
  wait(9999)
  expect(screen.queryByText('Deleted')).not.toBeNull()
  wait(1)
  expect(screen.queryByText('Deleted')).toBeNull()
})

test('a message stays while the pointer or the focus is on it', () => {
  act(() => toast.success('Read me'))
  const close = screen.getByRole('button', { name: 'Close' })
  act(() => close.focus())
  wait(60_000)
  expect(screen.queryByText('Read me')).not.toBeNull()
  act(() => close.blur())
  wait(5000)
  expect(screen.queryByText('Read me')).toBeNull()
})

test('closing a message by hand does not delay the next one', () => {
  act(() => toast.success('First'))
  act(() => screen.getByRole('button', { name: 'Close' }).focus())
  act(() => {
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  })
  act(() => toast.success('Second'))
  wait(5000)
  expect(screen.queryByText('Second')).toBeNull()
})

test('the same message is shown once, and recent messages can be read again', () => {
  act(() => {
    toast.success('Saved')
    toast.success('Saved')
    toast.record('success', 'Shown in a window')
  })
  expect(screen.getAllByText('Saved')).toHaveLength(1)
  expect(screen.queryByText('Shown in a window')).toBeNull()
  wait(60_000)
  render(
    <ThemeProvider buttonColor="#0057b8">
      <RecentMessages opened onClose={() => undefined} title="Recent messages" emptyText="None." />
    </ThemeProvider>,
  )
  wait(1000)
  const texts = screen.getAllByRole('listitem').map((item) => item.textContent)
  expect(texts).toEqual([
    expect.stringContaining('Shown in a window'),
    expect.stringContaining('Saved'),
    expect.stringContaining('Saved'),
  ])
})

test('of many messages I see the four latest, and can read the twenty latest again', () => {
  act(() => {
    for (let at = 1; at <= 22; at++) toast.success(`Message ${at}.`)
  })
  const messages = (element: HTMLElement) => element.textContent.match(/Message \d+/g)
  expect(messages(screen.getByRole('status'))).toEqual([19, 20, 21, 22].map((at) => `Message ${at}`))
  wait(60_000)
  render(
    <ThemeProvider buttonColor="#0057b8">
      <RecentMessages opened onClose={() => undefined} title="Recent messages" emptyText="None." />
    </ThemeProvider>,
  )
  wait(1000)
  const recent = screen.getAllByRole('listitem').flatMap(messages)
  expect(recent).toHaveLength(20)
  expect([recent[0], recent.at(-1)]).toEqual(['Message 22', 'Message 3'])
})

const extent = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

test('a message moves away from the focused element, and only from that', () => {
  const corner = extent(16, 680, 328, 44)
  const [below, above, between] = [extent(200, 670, 100, 36), extent(300, 20, 36, 36), extent(16, 300, 328, 36)]
  expect(choosePlacement('bottom', below, corner, 740)).toBe('top')
  expect(choosePlacement('top', above, corner, 740)).toBe('bottom')
  expect(choosePlacement('top', between, corner, 740)).toBe('top')
  expect(choosePlacement('bottom', between, corner, 740)).toBe('bottom')
  expect(choosePlacement('bottom', extent(20, 690, 36, 36), extent(884, 680, 380, 44), 740)).toBe('bottom')
})

test('over a dialog, messages are at the top, because its buttons are at the bottom', () => {
  const place = () => screen.getByRole('region', { name: 'Messages', hidden: true }).dataset['place']
  act(() => toast.success('Saved'))
  expect(place()).toBe('bottom')
  const { unmount } = render(
    <ThemeProvider buttonColor="#0057b8">
      <Modal opened onClose={() => undefined} title="Share">
        <button>Share</button>
      </Modal>
    </ThemeProvider>,
  )
  expect(place()).toBe('top')
  unmount()
  expect(place()).toBe('bottom')
})

test('after its action the focus is where it was before the message', () => {
  const before = document.body.appendChild(document.createElement('button'))
  const undo = vi.fn<() => void>()
  act(() => toast.success('Deleted', { label: 'Undo', run: undo }))
  act(() => before.focus())
  act(() => screen.getByRole('button', { name: 'Undo' }).focus())
  act(() => screen.getByRole('button', { name: 'Undo' }).click())
  wait(100)
  expect(undo).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(before)
  before.remove()
})

test('where that is gone, the title of the page has the focus, whatever headings stand before it', () => {
  const page = document.body.appendChild(document.createElement('main'))
  page.innerHTML = '<nav><h2>People</h2></nav><h1>Departments</h1><button>Delete</button>'
  act(() => toast.success('Deleted', { label: 'Undo', run: () => undefined }))
  act(() => page.querySelector('button')?.focus())
  act(() => screen.getByRole('button', { name: 'Undo' }).focus())
  page.querySelector('button')?.remove()
  act(() => screen.getByRole('button', { name: 'Undo' }).click())
  wait(100)
  expect(document.activeElement).toBe(page.querySelector('h1'))
  page.remove()
})
