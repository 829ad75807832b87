import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { logAnonymously } from '@portico/contract/client-log/client-log.ts'
import { answer, requestsTo } from '../../../test/answer.ts'
import { answerSignInPage } from '../../../test/frame.ts'
import { renderPage } from '../../../test/render-page.tsx'

vi.mock('./company-account.ts', () => ({
  startCompanySignIn: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
}))
afterEach(() => document.querySelector('meta[name="portal-sign-in"]')?.remove())

test('a chunk of the sign-in page that fails to load does not leave the button busy, and its message loads the page anew', async () => {
  const reload = vi.spyOn(location, 'reload').mockReturnValue()
  onTestFinished(() => reload.mockRestore())
  answerSignInPage()
  answer(logAnonymously, null)
  const meta = document.createElement('meta')
  meta.name = 'portal-sign-in'
  meta.content = 'company-account'
  document.head.append(meta)
  const { person } = renderPage('/login')
  await person.click(await screen.findByRole('button', { name: 'Sign in with your company account' }))
  await screen.findByText(/^The portal may have been updated after you opened it. Try again. /)
  expect(screen.queryByRole('button', { busy: true })).toBeNull()
  await waitFor(() => expect(requestsTo(logAnonymously)).toHaveLength(1))
  expect(reload).not.toHaveBeenCalled()
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  expect(reload).toHaveBeenCalledOnce()
})
