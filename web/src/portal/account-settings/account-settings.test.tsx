import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerFrame } from '../../../test/frame.ts'
import { signInAs } from '../../../test/people.ts'
import { renderPage } from '../../../test/render-page.tsx'

vi.mock('../home/home-queries.ts', () => ({ loadHome: () => Promise.resolve() }))
vi.mock('../home/HomePage.tsx', () => ({ HomePage: () => <h1>Welcome</h1> }))

const settings = '/content-authenticated/account-settings'

beforeEach(answerFrame)

test('the account menu leads to my account settings', async () => {
  signInAs()
  const { person, address } = renderPage('/content-authenticated/home')
  await person.click(await screen.findByRole('button', { name: /Account menu/ }))
  await person.click(await screen.findByRole('menuitem', { name: 'Account settings' }))
  await screen.findByRole('heading', { name: 'Account settings', level: 1 })
  await waitFor(() => expect(address()).toBe(settings))
})

test.each(['idmuser', 'federatedUser'])(
  'somebody whose company keeps the password (%s) is told so and offered no change (decision D9)',
  async (kind) => {
    signInAs({ [kind]: true, daysBeforePasswordExpire: null })
    renderPage(settings)
    await screen.findByText('Your company keeps your password. Change it there.')
    expect(screen.queryByRole('button', { name: 'Change password' })).toBeNull()
  },
)
