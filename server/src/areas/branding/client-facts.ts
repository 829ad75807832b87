import type { ClientFacts } from '@portico/contract/branding/client-branding.ts'
import type { AdminPage } from '@portico/contract/kit/guard.ts'
import { userStatuses } from '@portico/contract/users/users.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { runOne } from '../../db/run.ts'

/** Mail domains that are named. */
const DOMAINS_NAMED = 5

interface FactsReader {
  isInternal: boolean
  pages: readonly AdminPage[]
  timeZone: string
}

interface FactsRow {
  activeCnt: number
  inactiveCnt: number
  providerNm: string | null
  domains: string[]
  domainCnt: number
  timeoutMinutesCnt: number | null
  textCnt: number
  announcementCnt: number
}

const usersWith = (clientId: number, status: number) =>
  sql`coalesce((select users from user_counts where client_id = ${clientId} and status = ${status}), 0)::integer`

/** Reads what the portal has of a client, as far as the reader holds the page of each part; sign-in, texts and announcements are the staff's. */
export async function readClientFacts(
  tx: Tx,
  clientId: number,
  { isInternal, pages, timeZone }: FactsReader,
): Promise<ClientFacts> {
  const row = await runOne(
    tx,
    sql<FactsRow>`
      select ${usersWith(clientId, userStatuses.active)} as "activeCnt",
             ${usersWith(clientId, userStatuses.inactive)} as "inactiveCnt",
             (select provider.name from saml_provider_clients served
                join saml_providers provider on provider.id = served.provider_id
               where served.client_id = ${clientId}) as "providerNm",
             array(select domain from client_domains where client_id = ${clientId}
                    order by domain limit ${DOMAINS_NAMED}) as domains,
             (select count(*) from client_domains where client_id = ${clientId})::integer as "domainCnt",
             (select idle_minutes from clients where id = ${clientId}) as "timeoutMinutesCnt",
             (select count(*) from resource_texts where client_id = ${clientId})::integer as "textCnt",
             (select count(*) from announcement_clients target join announcements a on a.id = target.announcement_id
               where target.client_id = ${clientId} and a.status in ('review', 'published')
                 and (a.effective_to is null or a.effective_to >= business_today(${timeZone}::text)))::integer
               as "announcementCnt"`,
  )
  const { activeCnt, inactiveCnt, announcementCnt, ...signIn } = row
  return {
    users: pages.includes('User Administration') ? { activeCnt, inactiveCnt } : null,
    signIn: isInternal && pages.includes('Database Maintenance') ? signIn : null,
    announcementCnt: isInternal && pages.includes('System Announcements') ? announcementCnt : null,
  }
}
