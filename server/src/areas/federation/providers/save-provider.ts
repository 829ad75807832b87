import type { saveSamlIdentityProvider } from '@portico/contract/federation/identity-providers.ts'
import { databaseTime } from '../../../db/clock.ts'
import { MessageRef, sentences } from '../../../http/sentences.ts'
import type { z } from 'zod'
import { everything } from '../../../db/scope.ts'
import { Refusal, refuseField } from '../../../http/answers.ts'
import type { CallContext } from '../../../http/caller.ts'
import { holdProvider, type HeldProvider } from './held-provider.ts'
import {
  type AttributeNames,
  type ProviderState,
  lockProviderState,
  stampProviderChange,
  changeProvider,
  endFormerCertificate,
  addProvider,
  renewMetadata,
} from './provider-store.ts'
import { isSafeAddress, type ProviderMetadata, readProviderMetadata } from './provider-metadata.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { auditChange } from '../../audit/public.ts'

const DEFAULT_OVERLAP_DAYS = 14
type Wanted = z.output<typeof saveSamlIdentityProvider.body>

/** Adds a provider, or changes the named fields of one; changes nothing when one of them is invalid. */
export async function saveProvider(
  { db, ourEntityId }: { db: Db; ourEntityId: string },
  call: CallContext,
  wanted: Wanted,
) {
  const { metadataTxt: file } = wanted
  const metadata =
    file === undefined ? undefined : readProviderMetadata(file, await db.read(everything, databaseTime), ourEntityId)
  if (metadata instanceof MessageRef)
    return refuseField('metadataTxt', sentences.saml_provider_metadata_refused({ reason: metadata }))
  if (wanted.signOutUrlTxt && !isSafeAddress(wanted.signOutUrlTxt))
    return refuseField('signOutUrlTxt', sentences.saml_provider_sign_out_unsafe)
  const knownId = wanted.samlIdentityProviderId ?? null
  return db.transact(everything, async (tx) => {
    const held = knownId === null ? null : await holdProvider(tx, knownId, wanted.version)
    if (held instanceof Refusal) return held
    const before = knownId === null ? null : await lockProviderState(tx, knownId)
    const id = held === null ? await addNew(tx, wanted, metadata) : (knownId as number)
    if (typeof id !== 'number') return id
    const refusal = held && (await renewKnown(tx, id, held, metadata))
    if (refusal) return refusal
    await changeDetails(tx, id, wanted)
    const isChanged = recordProviderChange(tx, call, id, [before, await lockProviderState(tx, id)])
    if (isChanged) await stampProviderChange(tx, id, call.caller.user.id)
    return { samlIdentityProviderId: id }
  })
}

/** Records what a change of a provider made different; null before: added, null after: removed. */
export const recordProviderChange = (
  tx: Tx,
  call: CallContext,
  id: number,
  [before, after]: readonly [ProviderState | null, ProviderState | null],
): boolean =>
  auditChange(tx, call, { event: 'saml_provider_changed', kind: 'saml_provider', id, clientId: null }, before, after)

async function changeDetails(tx: Tx, id: number, wanted: Wanted): Promise<void> {
  const { samlIdentityProviderNm: name, signOutUrlTxt, prevCertExpireDt } = wanted
  await changeProvider(tx, id, {
    ...(name === undefined ? {} : { name }),
    ...(signOutUrlTxt === undefined ? {} : { sign_out_url: signOutUrlTxt === '' ? null : signOutUrlTxt }),
    ...attributesOf(wanted),
  })
  if (prevCertExpireDt !== undefined) await endFormerCertificate(tx, id, prevCertExpireDt)
}

async function addNew(tx: Tx, wanted: Wanted, metadata: ProviderMetadata | undefined) {
  if (!metadata) return refuseField('metadataTxt', sentences.saml_provider_metadata_missing)
  const name = wanted.samlIdentityProviderNm ?? new URL(metadata.signOnUrl).hostname
  const id = await addProvider(tx, { name, metadata, signOutUrl: null, attributes: {} })
  return id ?? refuseField('metadataTxt', sentences.saml_provider_known)
}

/** Returns why new metadata is refused; without any the provider stays as it is. */
async function renewKnown(tx: Tx, id: number, { entityId }: HeldProvider, metadata: ProviderMetadata | undefined) {
  if (!metadata) return null
  // Users are linked by entity ID: another one would be another provider.
  if (entityId !== metadata.entityId) return refuseField('metadataTxt', sentences.saml_provider_other)
  await renewMetadata(tx, id, metadata, DEFAULT_OVERLAP_DAYS)
  return null
}

function attributesOf({ emailAttributeNm, firstNmAttributeNm, lastNmAttributeNm }: Wanted): AttributeNames {
  const named = (name: string | null | undefined) => (name === '' ? null : name)
  return {
    ...(emailAttributeNm === undefined ? {} : { email_attribute: named(emailAttributeNm) ?? null }),
    ...(firstNmAttributeNm === undefined ? {} : { first_name_attribute: named(firstNmAttributeNm) ?? null }),
    ...(lastNmAttributeNm === undefined ? {} : { last_name_attribute: named(lastNmAttributeNm) ?? null }),
  }
}
