import type { FastifyReply } from 'fastify'

/** Headers of every answer; HTML, assets and files add their own. Sources: OWASP Secure Headers, ASVS 5.0 3.4. */
export const headersOfEveryAnswer: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'cache-control': 'no-store',
  vary: 'Origin, Accept-Language',
}

const STRICT_TRANSPORT = 'max-age=63072000; includeSubDomains'

/** Sets the headers of every answer. HSTS only when the public address uses https. */
export function setSecurityHeaders(reply: FastifyReply, isHttps: boolean): void {
  reply.headers(headersOfEveryAnswer)
  if (isHttps) reply.header('strict-transport-security', STRICT_TRANSPORT)
}

/**
 * Policy of the application page: its own files only; scripts and styles by nonce. `frameOrigins`: other allowed
 * origins of scripts and frames, such as those of a human check service.
 */
export function pagePolicy(nonce: string, frameOrigins: readonly string[] = []): string {
  const theirs = frameOrigins.map((origin) => ` ${origin}`).join('')
  return [
    "default-src 'none'",
    // With 'strict-dynamic' scripts are trusted by their loader; the origins are for browsers without it.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${theirs}`,
    ...(frameOrigins.length > 0 ? [`frame-src${theirs}`] : []),
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    `connect-src 'self'${theirs}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    'report-uri /clientlogger',
  ].join('; ')
}

/**
 * Headers of a page without scripts, such as the API pages and those of the demo. Frames and forms are allowed only
 * when requested.
 */
export const standalonePageHeaders = (
  nonce: string,
  { hasFrame = false, posts = false } = {},
): Readonly<Record<string, string>> => ({
  'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self'; ${hasFrame ? "frame-src 'self'; " : ''}form-action ${posts ? "'self'" : "'none'"}; frame-ancestors 'none'; base-uri 'none'`,
  'cross-origin-opener-policy': 'same-origin',
})

/** Headers of a mail shown in a frame of the demo's mailbox: its inline styles, the brand's logo, and nothing that acts. */
export const mailFrameHeaders: Readonly<Record<string, string>> = {
  'content-security-policy':
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'none'; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
}

/**
 * Headers of the page that posts a form to an application: one script, and no other destination than these origins.
 * Under 'no-referrer' the post would come with "Origin: null", which some applications refuse.
 */
export const handOffHeaders = (nonce: string, formOrigins: readonly string[]): Readonly<Record<string, string>> => ({
  'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; img-src 'self'; form-action ${formOrigins.join(' ')}; frame-ancestors 'none'; base-uri 'none'`,
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'strict-origin',
})
