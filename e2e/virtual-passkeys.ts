import type { CDPSession } from 'playwright-core'
import type { Visitor } from './visitor.ts'

/** Gives the browser a virtual authenticator that verifies its user every time. */
export async function withPasskeys({ context, page }: Visitor): Promise<CDPSession> {
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return cdp
}
