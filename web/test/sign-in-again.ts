import { act, screen } from '@testing-library/react'
import type { LoginResult } from '@portico/contract/sign-in.ts'
import { endSession } from '../src/api/session.ts'
import { signInAs } from './people.ts'

/** The session ends while somebody is typing, and the same person signs in again. */
export async function signInAgain(who: Partial<LoginResult> = {}): Promise<void> {
  act(() => endSession('idle'))
  await screen.findByRole('heading', { name: 'Sign in' })
  act(() => signInAs(who))
}
