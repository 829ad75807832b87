import { createHash } from 'node:crypto'
import type { ErasurePlan } from './erasure-plan.ts'
import type { WaitingErasure } from './erasure-store.ts'

interface Erasure {
  /** The public address of the portal. */
  portal: string
  userId: number
  deletedAt: Date
  erasedAt: Date
  /** Undefined: nobody asked; the user was deleted long ago. */
  request: WaitingErasure | undefined
  /** What was there before. */
  plan: ErasurePlan
}

const countsOf = (rows: readonly { kind: string; count: number }[]): Record<string, number> =>
  Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ kind, count }) => [kind, count]))

/**
 * The certificate of an erasure: who, when and how much, by numbers, without personal data. It is kept and handed out
 * byte for byte as it is here, so that its SHA-256 is that of the audit trail.
 */
export function erasureCertificate({ portal, userId, deletedAt, erasedAt, request, plan }: Erasure): string {
  const content = {
    certificate: 'erasure of the personal data of a user',
    portal,
    user: userId,
    basis: request ? 'requested' : 'deleted long enough ago',
    ...(request && {
      requestedAt: request.requestedAt.toISOString(),
      requestedBy: request.requestedBy === null ? 'operator' : `user ${request.requestedBy}`,
      dueAt: request.dueAt.toISOString(),
    }),
    deletedAt: deletedAt.toISOString(),
    erasedAt: erasedAt.toISOString(),
    erased: countsOf(plan.goes),
    kept: countsOf(plan.stays),
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

/** The SHA-256 of a certificate in hexadecimal digits, as `sha256sum` prints it. */
export const hashOfCertificate = (certificate: string): string => createHash('sha256').update(certificate).digest('hex')
