import { createMemoryHistory } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { onTestFinished } from 'vitest'
import { App } from '../src/App.tsx'
import { makeRouter } from '../src/routes.tsx'
import { followSession } from '../src/shell/follow-session.ts'

/** Opens the portal at an address; returns the user's actions and the current address. */
export function renderPage(address: string) {
  const router = makeRouter(createMemoryHistory({ initialEntries: [address] }))
  onTestFinished(followSession(router))
  render(<App router={router} nonce="" />)
  return { person: userEvent.setup(), address: () => router.state.location.href, router }
}
