import { addClient } from '@portico/contract/clients/clients.ts'
import { z } from 'zod'
import { Refusal } from '../../http/answers.ts'
import { listClientRecords, saveClientDomains } from '../../areas/clients/public.ts'
import { configurationKind, EntryProblem } from '../configuration-kind.ts'
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
      .describe('Email domains of its users'),
  }),
  key: ['name'],
  unordered: ['domains'],
  wireFields: { clientNm: 'name', clientCd: 'code' },
  read: async ({ tx }) =>
    (await listClientRecords(tx)).map(({ id, name, code, domains }) => ({ id, entry: { name, code, domains } })),
  add: async (context, { name, code, domains }) => {
    const added = await context.call(addClient, {
      params: { uid: context.uid },
      body: { clientNm: name, clientCd: code },
    })
    if (added instanceof Refusal) return added
    if (domains) await saveClientDomains(context.tx, context.by, added.clientId, domains)
    return undefined
  },
  change: async ({ tx, by }, { present, wanted: { domains }, changed }) => {
    if (changed.has('code')) return new EntryProblem('code', 'the code of a client is set when it is added.')
    await saveClientDomains(tx, by, Number(present.id), domains)
    return undefined
  },
})
