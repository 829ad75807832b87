import * as z from 'zod/mini'
import { ReauthenticationNeeded } from '@portico/contract/kit/reauthentication.ts'
import type { Envelope } from '@portico/contract/kit/envelope.ts'

/** Asks the user to confirm who they are; resolves to false when they cancel. */
type Confirm = () => Promise<boolean>

let confirm: Confirm | null = null
let underWay: Promise<boolean> | null = null

/** Registers what asks the user; returns the way to stop. */
export function onReauthenticationNeeded(ask: Confirm): () => void {
  confirm = ask
  return () => {
    if (confirm === ask) confirm = null
  }
}

/** True for an answer that keeps the session and asks for a newer sign-in (S52). */
export const needsReauthentication = ({ code, data }: Envelope): boolean =>
  code === '401' && z.safeParse(ReauthenticationNeeded, data).success

/** Asks the user, once for all calls that wait for it. */
export function reauthenticate(): Promise<boolean> {
  underWay ??= (confirm?.() ?? Promise.resolve(false)).finally(() => (underWay = null))
  return underWay
}
