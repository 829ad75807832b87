import { extensionOf, nameProblem, type NameProblem } from '@portico/contract/document-rules.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import type { Caller, RequestContext } from '../../http/caller.ts'
import { outcome, type StandardRefusal, refuse, refuseForNow } from '../../http/answers.ts'
import type { UploadedFile } from '../../http/handlers.ts'
import { ownScope, type Stores } from '../../stores.ts'
import { type AuditEntry, auditActor } from '../audit/public.ts'
import { findDocument, findDocumentNamed } from './document-list.ts'
import { contentKindOf } from './document-rules.ts'
import { userDocument } from './document-view.ts'
import { type FileDeps, Infected, receiveFile, refuseFile } from './receive-file.ts'
import { removeDropped } from './remove-dropped.ts'
import type { WholeFile } from './whole-file.ts'

/** The sender, the file and the request. */
export interface Sending {
  caller: Caller
  request: RequestContext
  file: UploadedFile
}

const textOf: Readonly<Record<NameProblem, string>> = {
  blank: defaultTexts.document_blank,
  signs: defaultTexts.document_name_refused,
  length: defaultTexts.document_name_length,
  type: defaultTexts.document_type_refused,
}
const notFound = () => refuse('404', defaultTexts.not_found)

/** Stores a new document. An existing document of that name is answered with '404' before the file is read. */
export async function uploadDocument(deps: FileDeps, { caller, request, file }: Sending) {
  const problem = nameProblem(file.sentName)
  if (problem) return refuseFile(textOf[problem])
  const name = file.sentName
  const extension = extensionOf(name)
  const taken = await existing(deps, caller, name)
  if (taken) return taken
  return audited(deps, { caller, request, file }, (whole) =>
    deps.transact(ownScope(caller), async (stores) => {
      if (!(await stores.storedFiles.holdArriving(whole.id))) return lost()
      const id = await stores.documents.add({ ownerId: caller.user.id, name, extension, file: whole })
      // A concurrent upload took the name; answered outside, because this transaction is over.
      if (id === undefined) return refuse('409', defaultTexts.document_exists)
      await stores.storedFiles.keep(whole)
      record(stores, { caller, request }, 'upload_stored', id, { name, ...requestContextOf(whole) })
      return null
    }),
  ).then(async (done) => (done?.code === '409' ? ((await existing(deps, caller, name)) ?? done) : done))
}

async function existing({ transact }: FileDeps, caller: Caller, name: string) {
  const row = await transact(ownScope(caller), ({ tx }) => findDocumentNamed(tx, caller.user.id, name))
  return row && outcome('404' as const, defaultTexts.document_exists, userDocument(row))
}

const requestContextOf = ({ bytes, awaitsScan }: WholeFile) => ({ bytes, ...(awaitsScan && { awaitsScan }) })

/** The upload made no progress for so long that its space was released. */
const lost = () => refuseForNow('503', defaultTexts.document_storage_away, 1)

/** Stores a new version; the previous ones are kept up to their number (decision J5). */
export async function overwriteDocument(deps: FileDeps, sending: Sending, documentId: number) {
  const { caller, request, file } = sending
  const known = await deps.transact(ownScope(caller), ({ tx }) => findDocument(tx, caller.user.id, documentId))
  if (!known) return notFound()
  const problem = nameProblem(file.sentName)
  if (problem) return refuseFile(textOf[problem])
  if (extensionOf(file.sentName) !== known.extension) return refuseFile(defaultTexts.document_type_refused)
  let tooOld: string[] = []
  const refused = await audited(deps, sending, (whole) =>
    deps.transact(ownScope(caller), async (stores) => {
      const own = await stores.documents.findOwn(caller.user.id, documentId)
      if (!own) return notFound()
      if (!(await stores.storedFiles.keep(whole))) return lost()
      tooOld = await stores.documents.addVersion(own.id, whole)
      await stores.storedFiles.drop(tooOld)
      record(stores, { caller, request }, 'upload_stored', own.id, {
        version: own.version + 1,
        ...requestContextOf(whole),
      })
      return null
    }),
  )
  if (refused) return refused
  await removeDropped(deps, tooOld).catch(() => deps.log.warn('old versions are left to the sweep'))
  return null
}

/** Receives the file; an infected one is audited. */
async function audited(
  deps: FileDeps,
  { caller, request, file }: Sending,
  commit: (whole: WholeFile) => Promise<StandardRefusal | null>,
): Promise<StandardRefusal | null> {
  const content = contentKindOf(extensionOf(file.sentName))
  if (!content) return refuseFile(defaultTexts.document_type_refused)
  try {
    return await receiveFile(deps, caller, { file, content }, commit)
  } catch (error) {
    if (!(error instanceof Infected)) throw error
    await deps.transact(ownScope(caller), (stores) =>
      record(stores, { caller, request }, 'upload_validation', file.sentName, {
        outcome: 'FAILED',
        found: error.message,
      }),
    )
    return refuseFile(defaultTexts.document_infected)
  }
}

function record(
  { audit }: Stores,
  { caller, request }: Pick<Sending, 'caller' | 'request'>,
  event: AuditEntry['event'],
  id: number | string,
  after: object,
): void {
  audit.record(request, { event, ...auditActor(caller), target: { kind: 'document', id }, after })
}
