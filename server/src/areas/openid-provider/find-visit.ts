import type { Db } from '../../db/database.ts'
import { visiblePages } from '../home/public.ts'
import { readLiveSession } from '../session/public.ts'
import {
  accountWithoutChoice,
  claimsOf,
  nameFor,
  readActorName,
  readLaunchAccounts,
  readUserFacts,
} from '../single-sign-on/public.ts'
import type { Application } from './application-reader.ts'
import { run, runFirst } from '../../db/run.ts'
import { int, statement, text } from '../../db/statement.ts'

/** A user whom a live session of the portal may take to an application. */
export interface Visit {
  userId: number
  /** The administrator who emulates the user; null: nobody. */
  actorId: number | null
  clientId: number
  sessionId: number
  /** Name by which the application knows the user (claim `sub`). */
  subject: string
  claims: Readonly<Record<string, string | boolean>>
  /** The page through which the user may open the application. */
  pageId: number
  bindingHash: Buffer
  authenticatedAt: Date
}

const openPage = statement([int, int], {
  name: 'openid-provider: open page',
  text: `
  select v.id from (${visiblePages}) v where v.system_id = $2 and v.is_link_enabled order by v.id limit 1`,
  row: { id: int },
})

/**
 * Returns the user of a portal session if it is alive at this moment, has passed its gates, and may open the
 * application (rule C1); otherwise undefined. Asked anew at every step of every authorization.
 */
export async function findVisit(
  db: Db,
  sessionId: number | null,
  application: Pick<Application, 'system_id' | 'claims' | 'name_source'>,
  passwordMaxAgeDays: number,
): Promise<Visit | undefined> {
  const session = sessionId === null ? null : await readLiveSession(db, sessionId, passwordMaxAgeDays)
  if (!session || session.isReadOnly) return undefined
  const { userId, clientId } = session
  const { system_id: systemId, name_source: nameSource } = application
  const actorName = await readActorName(db, session.actorId)
  return db.read({ kind: 'own', userId, clientId }, async (tx) => {
    const [[page], stored, accounts] = await Promise.all([
      run(tx, openPage(userId, systemId)),
      readUserFacts(tx, userId, systemId),
      readLaunchAccounts(tx, userId, systemId),
    ])
    const facts = { ...stored, account: accountWithoutChoice(accounts), actorName }
    const subject = nameFor(nameSource, facts)
    if (!page || subject === null) return undefined
    return { ...session, pageId: page.id, subject, claims: claimsOf(application.claims, facts) }
  })
}

const sidOf = statement([int, int], {
  name: 'openid-provider: sid of session',
  text: 'select session_index as sid from application_sessions where session_id = $1 and system_id = $2',
  row: { sid: text },
})

/** Returns the name of a portal session at an application (claim `sid`); no other application knows it. */
export async function readSid(db: Db, sessionId: number, systemId: number): Promise<string | undefined> {
  return (await runFirst(db, sidOf(sessionId, systemId)))?.sid
}
