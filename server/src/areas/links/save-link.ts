import { isWebAddress, LINK_ADDRESS_MAX, LINK_NAME_MAX, LINKS_MAX } from '@portico/contract/links/link-rules.ts'
import { plainName } from '@portico/contract/plain-name.ts'
import { sentences } from '../../http/sentences.ts'
import { type FieldIssue, Answer, refuse, refuseFields, refuseField } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { type NewLink, addLink, changeLink } from './link-store.ts'
import type { Db, Tx } from '../../db/database.ts'
import { auditChange } from '../audit/public.ts'
import { ownScope } from '../../http/authority.ts'

interface Given extends NewLink {
  userLinkId?: number | null | undefined
}

/** Returns the issues of a link by field (decisions D4 and K1). */
function issuesOf({ linkNm, linkUrlTxt }: NewLink): FieldIssue[] {
  const name =
    linkNm === '' ? sentences.link_name_missing : linkNm.length > LINK_NAME_MAX ? sentences.field_too_long : null
  const address =
    linkUrlTxt === ''
      ? sentences.link_address_missing
      : linkUrlTxt.length > LINK_ADDRESS_MAX
        ? sentences.field_too_long
        : isWebAddress(linkUrlTxt) && URL.canParse(linkUrlTxt)
          ? null
          : sentences.link_address_invalid
  return [
    ...(name === null ? [] : [{ field: 'linkNm', message: name }]),
    ...(address === null ? [] : [{ field: 'linkUrlTxt', message: address }]),
  ]
}

/** Adds a link of the caller, or changes the named one. */
export function saveLink({ db }: { db: Db }, call: CallContext, given: Given) {
  const link = { linkNm: plainName(given.linkNm), linkUrlTxt: given.linkUrlTxt.trim() }
  const issues = issuesOf(link)
  const [first] = issues
  if (first) return refuseFields('422', first.message, issues)
  const { userLinkId } = given
  return db.transact(ownScope(call.caller), async (tx) =>
    typeof userLinkId === 'number' ? change(tx, call, { ...link, userLinkId }) : add(tx, call, link),
  )
}

async function add(tx: Tx, call: CallContext, link: NewLink) {
  const added = await addLink(tx, call.caller.user.id, link)
  if (!added) return refuseField('linkNm', sentences.links_full({ max: LINKS_MAX }))
  auditChange(tx, call, linkRecord('link_added', call, added.userLinkId), null, link)
  return new Answer(added, { message: sentences.link_added })
}

async function change(tx: Tx, call: CallContext, link: NewLink & { userLinkId: number }) {
  const changed = await changeLink(tx, call.caller.user.id, link)
  if (!changed) return refuse('404', sentences.not_found)
  const { nameBefore, addressBefore, ...now } = changed
  const before = { linkNm: nameBefore, linkUrlTxt: addressBefore }
  const after = { linkNm: now.linkNm, linkUrlTxt: now.linkUrlTxt }
  auditChange(tx, call, linkRecord('link_changed', call, now.userLinkId), before, after)
  return new Answer(now, { message: sentences.link_changed })
}

const linkRecord = (event: 'link_added' | 'link_changed', { caller }: CallContext, id: number) => ({
  event,
  kind: 'link',
  id,
  clientId: caller.user.clientId,
})
