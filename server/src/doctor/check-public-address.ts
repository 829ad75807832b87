import { lookup } from 'node:dns/promises'
import type { Config } from '../config/config.ts'
import { isLoopback } from '../config/loopback.mjs'
import { CHECK_TIMEOUT_MS, type Finding } from './finding.ts'
import { describeError } from '../error-cause.ts'

const name = 'public address'

/** Checks the public address: encrypted, resolvable, and served by the portal. */
export async function checkPublicAddress({ publicUrl }: Config): Promise<Finding> {
  const { origin, hostname, protocol } = publicUrl
  if (isLoopback(hostname) && protocol !== 'https:')
    return { name, ok: true, message: `${origin} can be opened on this machine only.` }
  if (protocol !== 'https:')
    return { name, ok: false, message: `${origin} is not encrypted: set PORTAL_PUBLIC_URL to an https:// address.` }
  try {
    await lookup(hostname.replace(/^\[|\]$/g, ''))
  } catch {
    const message = `The name ${hostname} is not known here: check PORTAL_PUBLIC_URL and the DNS record.`
    return { name, ok: false, message }
  }
  return checkAnswer(origin)
}

async function checkAnswer(origin: string): Promise<Finding> {
  try {
    const answer = await fetch(`${origin}/login`, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS), redirect: 'manual' })
    const isPortal = (await answer.text()).includes('<div id="root"')
    return isPortal
      ? { name, ok: true, message: `${origin} leads to the portal.` }
      : {
          name,
          ok: false,
          message: `${origin} leads to something else (status ${answer.status}): check the proxy in front of the portal.`,
        }
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code ?? describeError(error)
    if (cause.includes('CERT') || cause.includes('SIGNATURE') || cause.includes('SSL') || cause === 'EPROTO')
      return {
        name,
        ok: false,
        message: `${origin} has no certificate that browsers trust (${cause}): check the certificate of the proxy. NODE_EXTRA_CA_CERTS names an authority of your own.`,
      }
    // Expected before the first start.
    return { name, ok: true, message: `${origin} does not answer yet (${cause}): start the portal, then look again.` }
  }
}
