import { createWebhook, listWebhooks, updateWebhook } from '@portico/contract/webhooks/webhooks.ts'
import type { Browser } from './browser.ts'
import type { Portal } from './portal.ts'

/**
 * Webhooks of all clients that an administrator keeps, each with a name of its own.
 * @param admin the administrator, once they have signed in
 * @param address where the webhooks of a test are sent to
 */
export function webhooksBy(admin: () => Browser, address: () => string, eventList: string[] = ['user_updated']) {
  let count = 0
  const uid = () => ({ uid: admin().userId })
  const one = (webhookId: number) => ({ ...uid(), webhookId })
  const hook = (change: object = {}) => ({
    webhookNm: `Hook ${++count}`,
    addressTxt: address(),
    eventList,
    ...change,
  })
  return {
    uid,
    one,
    hook,
    add: (change: object = {}) =>
      admin().call(createWebhook, { params: uid(), body: { ...hook(change), clientId: null } }),
    save: (webhookId: number, change: object = {}) =>
      admin().call(updateWebhook, { params: one(webhookId), body: { ...hook(), enabledFlg: true, ...change } }),
    /** The first webhook that there is. */
    find: async () => (await admin().call(listWebhooks, { params: uid(), query: {} }))[0],
  }
}

/** Records events about a user, or about nobody, each with its number. */
export const addNumberedEvents = (
  portal: Portal,
  subjectId: number | null,
  numbers: readonly number[],
  event = 'user_updated',
) =>
  portal.owner(
    `insert into audit_events (event, subject_user_id, after)
     select $2, $3, jsonb_build_object('n', n) from unnest($1::integer[]) with ordinality each (n, at) order by at`,
    [numbers, event, subjectId],
  )
