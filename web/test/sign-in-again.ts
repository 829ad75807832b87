import { act, screen } from '@testing-library/react'
import type { LoginResult } from '@portico/contract/sign-in/sign-in.ts'
import { endSession } from '../src/api/session.ts'
import { signInAs } from './people.ts'

/** Ends the session while the user has unsaved text, and signs the same user in again. */
export async function signInAgain(who: Partial<LoginResult> = {}): Promise<void> {
  act(() => endSession('idle'))
  await screen.findByRole('heading', { name: 'Sign in' })
  act(() => signInAs(who))
}
