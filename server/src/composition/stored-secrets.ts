import { newestAuditCheckpoint } from '../areas/audit/audit-checkpoints.ts'
import { auditRedactions } from '../areas/audit/audit-erasure.ts'
import { newestDetachedMonth } from '../areas/audit/detached-months.ts'
import { waitingMailSecrets } from '../areas/mail/compose-mail.ts'
import { secretConfigurations } from '../areas/reference-data/reference-secret.ts'
import { authenticatorSeeds } from '../areas/second-factor/factors/authenticator.ts'
import { unusedRecoveryCodes } from '../areas/second-factor/factors/recovery-codes.ts'
import { serviceTokenHashes } from '../areas/service-accounts/sealed-tokens.ts'
import { formerWebhookSecrets, webhookSecrets } from '../areas/webhooks/webhook-secret.ts'
import { privateSigningKeys } from '../areas/signing-keys/new-signing-key.ts'
import type { SealedRows } from '../crypto/sealed-rows.ts'

/** What every node needs at all times: few rows, read at every check of readiness. */
export const essentialSecrets: readonly SealedRows[] = [authenticatorSeeds, privateSigningKeys, secretConfigurations]

/** Everything in the database that needs a key for longer than a sign-in lasts. */
export const storedSecrets: readonly SealedRows[] = [
  ...essentialSecrets,
  unusedRecoveryCodes,
  serviceTokenHashes,
  webhookSecrets,
  formerWebhookSecrets,
  ...waitingMailSecrets,
  auditRedactions,
  newestDetachedMonth,
  newestAuditCheckpoint,
]
