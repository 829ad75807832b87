import type { SignOnDryRun } from '@portico/contract/sign-on-dry-run.ts'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'
import { refuse } from '../../http/answers.ts'
import { sentences } from '../../http/sentences.ts'
import { visiblePageOf } from '../home/public.ts'
import { readUserFacts } from '../openid-provider/public.ts'
import { findUserInScope } from '../users/public.ts'
import { attributesOf, type LaunchAccount, launchAddress, nameIdOf, type UserFacts } from './launch-rules.ts'
import { launchStore, userFactsOf } from './launch-store.ts'
import { findSamlApplication } from './settings-store.ts'

interface PageRow {
  id: number
  name: string
  systemId: number
  systemName: string
  location: string | null
  isSamlPost: boolean
  isLinkEnabled: boolean
  protocol: string | null
  clientId: string | null
  redirectAddresses: string[] | null
  claims: Record<string, string> | null
  nameSource: string | null
}

/** Pages for internal users only are named to internal administrators alone. */
const findPage = `
  select page.id, page.name::text as name, system.id as "systemId", system.name::text as "systemName", page.location,
         system.is_saml_post as "isSamlPost", page.is_link_enabled as "isLinkEnabled", setting.protocol,
         setting.client_id as "clientId", setting.redirect_addresses as "redirectAddresses",
         setting.attributes as claims, setting.name_source as "nameSource"
    from pages page join systems system on system.id = page.system_id
    left join single_sign_on_settings setting on setting.system_id = system.id
   where page.id = $1 and page.deleted_at is null and system.deleted_at is null
     and (not page.is_internal_only or (select scope_is_everything()))`

type Content = Omit<SignOnDryRun, 'pageNm' | 'systemNm' | 'checks'> & { isSetUp: boolean }

/** What an application would get of a user of the scope who opens one of its pages; nothing is stored. */
export async function dryRunSignOn(tx: Tx, { userId, pageId }: { userId: number; pageId: number }) {
  const user = await findUserInScope(tx, userId)
  if (!user) return refuse('404', sentences.user_not_found)
  const [page] = await query<PageRow>(tx, findPage, [pageId])
  if (!page) return refuse('404', sentences.not_found)
  const visible = await visiblePageOf(tx, userId, pageId)
  const accounts = await launchStore(tx).accountsOfUser(userId, page.systemId)
  const { isSetUp, ...content } = await contentOf(tx, userId, page, accounts)
  const needsName = content.protocolCd !== 'address'
  const checks = [
    { checkCd: 'PAGE_VISIBLE', passedFlg: visible !== undefined },
    { checkCd: 'LINK_ENABLED', passedFlg: page.isLinkEnabled },
    { checkCd: 'SETTINGS', passedFlg: isSetUp },
    { checkCd: 'ADDRESS', passedFlg: content.addressTxt !== null },
    { checkCd: 'NAME', passedFlg: !needsName || content.nameTxt !== null || content.nameMadeLaterFlg },
    { checkCd: 'ONE_ACCOUNT', passedFlg: accounts.length < 2 },
  ] as const
  return { pageNm: page.name, systemNm: page.systemName, ...content, checks: [...checks] }
}

const nothing = { audienceTxt: null, nameTxt: null, nameMadeLaterFlg: false, encryptedFlg: false, attributes: [] }

function contentOf(tx: Tx, userId: number, page: PageRow, accounts: readonly LaunchAccount[]): Promise<Content> {
  if (page.protocol === 'oidc') return openIdContent(tx, userId, page)
  if (page.isSamlPost) return samlContent(tx, userId, page, accounts)
  const addressTxt = launchAddress(page.location)
  return Promise.resolve({ ...nothing, protocolCd: 'address', addressTxt, isSetUp: true })
}

async function samlContent(
  tx: Tx,
  userId: number,
  { systemId, nameSource }: PageRow,
  accounts: readonly LaunchAccount[],
): Promise<Content> {
  const application = await findSamlApplication(tx, systemId)
  if (!application) return { ...nothing, protocolCd: 'saml', addressTxt: null, isSetUp: false }
  const account = accounts.find(({ isLastUsed }) => isLastUsed) ?? accounts[0] ?? null
  const facts: UserFacts = { ...(await userFactsOf(tx, userId, systemId)), account, actorName: null }
  const nameId = nameIdOf(application, facts)
  return {
    protocolCd: 'saml',
    addressTxt: application.acs[0]?.url ?? null,
    audienceTxt: application.audience,
    nameTxt: nameId?.value ?? null,
    nameMadeLaterFlg: nameSource === 'pairwise' && !nameId,
    encryptedFlg: application.encryption !== null,
    attributes: Object.entries(attributesOf(application, facts)).map(([attributeNm, values]) => ({
      attributeNm,
      values: [...values],
    })),
    isSetUp: true,
  }
}

async function openIdContent(tx: Tx, userId: number, page: PageRow): Promise<Content> {
  const { systemId, clientId, redirectAddresses, claims, nameSource } = page
  const facts = await readUserFacts(tx, userId, systemId)
  const valueOf = (fact: string): string[] => {
    const value = facts?.values[fact]
    return value === null || value === undefined ? [] : [value]
  }
  return {
    protocolCd: 'oidc',
    addressTxt: redirectAddresses?.[0] ?? null,
    audienceTxt: clientId,
    nameTxt: facts?.subject ?? null,
    nameMadeLaterFlg: nameSource === 'pairwise' && !facts,
    encryptedFlg: false,
    attributes: Object.entries(claims ?? {}).map(([attributeNm, fact]) => ({ attributeNm, values: valueOf(fact) })),
    isSetUp: true,
  }
}
