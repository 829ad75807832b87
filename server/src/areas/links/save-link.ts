import { isWebAddress, LINK_ADDRESS_MAX, LINK_NAME_MAX, LINKS_MAX } from '@portico/contract/link-rules.ts'
import { plainName } from '@portico/contract/plain-name.ts'
import { sentences } from '../../http/sentences.ts'
import { type FieldIssue, Answer, refuse, refuseFields, refuseField } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { ownScope, type Stores, type Transact } from '../../stores.ts'
import { auditActor } from '../audit/public.ts'
import type { NewLink } from './link-store.ts'

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
export function saveLink({ transact }: { transact: Transact<'audit' | 'links'> }, call: CallContext, given: Given) {
  const link = { linkNm: plainName(given.linkNm), linkUrlTxt: given.linkUrlTxt.trim() }
  const issues = issuesOf(link)
  const [first] = issues
  if (first) return refuseFields('422', first.message, issues)
  const { userLinkId } = given
  return transact(ownScope(call.caller), async (stores) =>
    typeof userLinkId === 'number' ? change(stores, call, { ...link, userLinkId }) : add(stores, call, link),
  )
}

async function add({ links, audit }: Pick<Stores, 'audit' | 'links'>, { caller, request }: CallContext, link: NewLink) {
  const added = await links.add(caller.user.id, link)
  if (!added) return refuseField('linkNm', sentences.links_full({ max: LINKS_MAX }))
  const target = { kind: 'link', id: added.userLinkId }
  audit.record(request, { event: 'link_added', ...auditActor(caller), target, after: link })
  return new Answer(added, { message: sentences.link_added })
}

async function change(
  { links, audit }: Pick<Stores, 'audit' | 'links'>,
  { caller, request }: CallContext,
  link: NewLink & { userLinkId: number },
) {
  const changed = await links.change(caller.user.id, link)
  if (!changed) return refuse('404', sentences.not_found)
  const { nameBefore, addressBefore, ...now } = changed
  audit.record(request, {
    event: 'link_changed',
    ...auditActor(caller),
    target: { kind: 'link', id: link.userLinkId },
    before: { linkNm: nameBefore, linkUrlTxt: addressBefore },
    after: { linkNm: now.linkNm, linkUrlTxt: now.linkUrlTxt },
  })
  return new Answer(now, { message: sentences.link_changed })
}
