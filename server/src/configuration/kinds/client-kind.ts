import { clientIssues } from '@portico/contract/clients/client-rules.ts'
import { addClient } from '@portico/contract/clients/clients.ts'
import { z } from 'zod'
import { Refusal, refuseIssues } from '../../http/answers.ts'
import { MessageRef } from '../../http/sentences.ts'
import { listClientRecords, renameClient, saveClientDomains } from '../../areas/clients/public.ts'
import { type ActResult, configurationKind, EntryProblem, type KindContext } from '../configuration-kind.ts'
import { Domain, Name, TextOrNone } from './entry-shapes.ts'

export const clientKind = configurationKind({
  name: 'clients',
  noun: 'client',
  about: 'Clients: the organizations whose users sign in',
  shape: z.strictObject({
    name: Name,
    code: TextOrNone.describe('Opens the sign-in page of the client, /login?client=CODE; set when it is added'),
    domains: z
      .array(
        z.strictObject({
          domain: Domain,
          signIn: z
            .enum(['password', 'directory', 'federated'])
            .describe('How users with addresses of the domain sign in'),
        }),
      )
      .superRefine((domains, context) => {
        for (const [at, { domain }] of domains.entries())
          if (domains.findIndex((other) => other.domain === domain) < at)
            context.addIssue({ code: 'custom', path: [at, 'domain'], message: `${domain} is listed twice` })
      })
      .describe('Email domains of its users'),
  }),
  key: ['name'],
  isRenamed: true,
  fixed: ['code'],
  unordered: ['domains'],
  wireFields: { clientNm: 'name', clientCd: 'code' },
  read: async (context) => {
    await context.demand(addClient)
    return (await listClientRecords(context.tx)).map(({ id, name, code, domains }) => ({
      id,
      entry: { name, code, domains },
    }))
  },
  add: async (context, { name, code, domains }) => {
    const added = await context.call(addClient, {
      params: { uid: context.uid },
      body: { clientNm: name, clientCd: code },
    })
    if (added instanceof Refusal) return added
    return domains && saveDomains(context, added.clientId, { read: [], stated: domains })
  },
  change: async (context, { present, wanted: { name, domains }, changed }) => {
    const clientId = Number(present.id)
    if (changed.has('name')) {
      const refused = await rename(context, clientId, { read: String(present.entry['name']), stated: name })
      if (refused) return refused
    }
    const read = present.entry['domains'] as typeof domains
    return changed.has('domains') ? saveDomains(context, clientId, { read, stated: domains }) : undefined
  },
})

/** No call of the contract renames a client: what guards the page of clients is checked here. */
async function rename(
  context: KindContext,
  clientId: number,
  names: Parameters<typeof renameClient>[3],
): Promise<ActResult> {
  await context.demand(addClient)
  const issues = clientIssues({ name: names.stated, code: null })
  if (issues.length > 0)
    return refuseIssues(issues.map(({ field, text }) => ({ field, message: new MessageRef(text) })))
  return (await renameClient(context.tx, context.by, clientId, names))
    ? undefined
    : new EntryProblem('name', 'it has been renamed since it was read, or another client has this name. Plan again.')
}

/** No call of the contract changes domains: what guards the page of clients is checked here. */
async function saveDomains(
  context: KindContext,
  clientId: number,
  domains: Parameters<typeof saveClientDomains>[3],
): Promise<ActResult> {
  await context.demand(addClient)
  return (await saveClientDomains(context.tx, context.by, clientId, domains))
    ? undefined
    : new EntryProblem('domains', 'they have changed since they were read. Plan again.')
}
