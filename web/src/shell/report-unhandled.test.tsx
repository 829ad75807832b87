import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { logAnonymously } from '@portico/contract/client-log/client-log.ts'
import { answer, requestsTo } from '../../test/answer.ts'
import { ApiError } from '../api/call.ts'
import { ThemeProvider } from '../ui/ThemeProvider.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { reportUnhandled } from './report-unhandled.ts'

let stop: () => void
beforeEach(() => {
  answer(logAnonymously, null)
  stop = reportUnhandled()
  render(
    <ThemeProvider buttonColor="#0057b8">
      <Toasts />
    </ThemeProvider>,
  )
})
afterEach(() => stop())

/** As the browser tells of work that failed and that nobody waits for. */
const fail = (reason: unknown) =>
  act(async () => void dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason })))
const reported = () => requestsTo(logAnonymously).map(({ body }) => (body as { message: string }).message)
const GENERAL = 'Something went wrong on our side.'

test('work that fails unnoticed is reported once, and the user sees the general sentence', async () => {
  await fail(new TypeError('x is undefined'))
  await screen.findByText(GENERAL, { exact: false })
  expect(reported()).toEqual(['x is undefined'])
  expect(screen.queryByText('x is undefined')).toBeNull()
})

test('what is no Error is reported too', async () => {
  await fail('a text')
  await screen.findByText(GENERAL, { exact: false })
  expect(reported()).toEqual(['a text'])
})

test('a refusal of the server is shown in its own words and not reported', async () => {
  await fail(new ApiError('You may not do this.', { status: 403, code: '403' }))
  await screen.findByText('You may not do this.')
  expect(reported()).toEqual([])
})

test('a part that the server no longer has is reported once, and the user may load the page anew', async () => {
  await fail(new TypeError('Importing a module script failed.'))
  await screen.findByText(/^The portal may have been updated/)
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  expect(reported()).toEqual(['Importing a module script failed.'])
})

test('deliberately aborted work is neither reported nor shown', async () => {
  await fail(new DOMException('left the page', 'AbortError'))
  await fail(new TypeError('after it'))
  await screen.findByText(GENERAL, { exact: false })
  expect(reported()).toEqual(['after it'])
  expect(screen.getAllByText(GENERAL, { exact: false })).toHaveLength(1)
})

test('nothing is reported once it is stopped', async () => {
  stop()
  await fail(new TypeError('too late'))
  expect(reported()).toEqual([])
})
