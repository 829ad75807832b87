import * as z from 'zod/mini'
import { text } from '../kit/codecs.ts'

/** Web Authentication JSON, as far as the portal uses it; names are those of the W3C. */

const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.string())),
})
const base64 = (max: number) => text(max)

/** Options for creating a passkey. */
export const PasskeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.enum(['discouraged', 'preferred', 'required']),
    userVerification: z.enum(['discouraged', 'preferred', 'required']),
    requireResidentKey: z.boolean(),
  }),
})
export type PasskeyCreation = z.output<typeof PasskeyCreation>

/** Options for using a passkey. */
export const PasskeyCheck = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.enum(['discouraged', 'preferred', 'required']),
  allowCredentials: z.array(Descriptor),
})
export type PasskeyCheck = z.output<typeof PasskeyCheck>

const credential = { id: base64(1400), rawId: base64(1400), type: z.literal('public-key') }

/** A newly created passkey. */
export const NewPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64(5000),
    attestationObject: base64(20_000),
    transports: z.optional(z.array(text(40)).check(z.maxLength(10))),
  }),
})
export type NewPasskey = z.output<typeof NewPasskey>

/** The signed proof that the user holds a passkey. */
export const PasskeyProof = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64(5000),
    authenticatorData: base64(5000),
    signature: base64(5000),
    userHandle: z.optional(z.nullable(base64(200))),
  }),
})
export type PasskeyProof = z.output<typeof PasskeyProof>
