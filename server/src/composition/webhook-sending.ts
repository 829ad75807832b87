import { SOURCE_LANGUAGE } from '@portico/contract/texts/languages.ts'
import { signingKeys } from '../areas/signing-keys/public.ts'
import type { TextService } from '../areas/texts/public.ts'
import { logEventsJob } from '../areas/webhooks/log-events.job.ts'
import { deliverEventsJob } from '../areas/webhooks/deliver-events.job.ts'
import type { SendDeps } from '../areas/webhooks/send-delivery.ts'
import { webhookPurgeJob } from '../areas/webhooks/webhook-purge.job.ts'
import type { Config } from '../config/config.ts'
import { isLoopback } from '../config/loopback.mjs'
import type { KeyRing } from '../crypto/key-ring.ts'
import type { Db } from '../db/database.ts'
import { eventLogWriter } from '../ports/event-log/event-log.ts'

interface Sending {
  db: Db
  keys: KeyRing
  texts: Pick<TextService, 'of'>
}

/**
 * What sending to webhooks needs. A portal on this machine alone, as in trials, also sends to this
 * machine, but never to itself.
 */
export const webhookSending = (
  { publicUrl, webhooks, port, opsPort }: Config,
  { db, keys, texts }: Sending,
): SendDeps => ({
  db,
  keys,
  signingKeys: signingKeys(db, keys, 'oidc'),
  rules: {
    allowsLoopback: isLoopback(publicUrl.hostname),
    refusesPrivate: !webhooks.allowsPrivate,
    ownPorts: [port, opsPort],
  },
  source: publicUrl.origin,
  translate: () => texts.of({ clientId: null, language: SOURCE_LANGUAGE }),
})

/** The jobs that send events. */
export const webhookJobs = (config: Config, deps: Sending) => [
  deliverEventsJob(webhookSending(config, deps)),
  webhookPurgeJob({ db: deps.db, keptDays: config.webhooks.logDays }),
  logEventsJob({
    ...webhookSending(config, deps),
    place: config.eventLog && {
      name: config.eventLog.name,
      write: eventLogWriter(config.eventLog, config.publicUrl.hostname),
    },
  }),
]
