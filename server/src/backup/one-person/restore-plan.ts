import { DOCUMENT_QUOTA } from '@portico/contract/documents/documents.ts'
import { LINKS_MAX } from '@portico/contract/links/link-rules.ts'
import {
  compareFormerDocuments,
  type FormerDocumentState,
  holdingShares,
  readUsedSpace,
} from '../../areas/documents/public.ts'
import type { Grants } from '../../areas/grants/public.ts'
import { listLinks, type NewLink } from '../../areas/links/link-store.ts'
import { findWaitingErasures } from '../../areas/users/lifecycle/erasure-store.ts'
import { countOf } from '../../count-of.ts'
import type { Tx } from '../../db/database.ts'
import type { CopiedFiles } from '../stored-files.ts'
import { planGrants } from './grant-plan.ts'
import { type LivePerson, type LiveTerms, lockLivePerson, readTiles } from './live-person.ts'
import type { BackupDocument, BackupPerson, BackupVersion } from './person-in-backup.ts'

/** What is restored: a person, or the document library of one. */
export type RestoredKind = LiveTerms['kind']

/** A document that comes back. */
export interface PlannedDocument {
  document: BackupDocument
  /** Its name in the library, which differs where another document has its name. */
  name: string
  isIdFree: boolean
  versions: readonly BackupVersion[]
  shares: BackupDocument['shares']
}

/** What comes back, what stays as it is, and what cannot come back. */
export interface RestorePlan {
  live: LivePerson
  /** The status that a deleted user gets again; null: the status stays. */
  status: 1 | 2 | null
  /** When the account would be erased, as it was asked for, which its restoring takes back; null: no erasure waits. */
  erasureDueAt: Date | null
  documents: PlannedDocument[]
  links: NewLink[]
  favorites: { sectionId: number; name: string }[]
  grants: Grants
  /** Names of what the grants give. */
  grantNames: string[]
  /** Per kind, how many there are already. */
  stays: { documents: number; links: number; favorites: number; grants: number }
  cannot: { what: string; why: string }[]
}

export interface PlanTerms extends LiveTerms {
  timeZone: string
  /** The files of the backup that are there, with what they hold. */
  files: CopiedFiles
}

type Part<Key extends keyof RestorePlan> = Pick<RestorePlan, Key | 'cannot'> & { there: number }

/**
 * Plans a restore against the portal as it is; the account is locked until the end of the transaction.
 * @param copied ids of files of the backup whose copies have their space in the library already
 */
export async function planRestore(
  tx: Tx,
  person: BackupPerson,
  terms: PlanTerms,
  copied: ReadonlySet<string> = new Set(),
): Promise<RestorePlan> {
  const live = await lockLivePerson(tx, person, terms)
  const documents = await planDocuments(tx, person, terms, copied)
  if (terms.kind === 'library')
    return planOf({ live, status: null, erasureDueAt: null }, documents, noLinks, noFavorites, noGrants)
  const links = await planLinks(tx, person)
  const favorites = await planFavorites(tx, person)
  const status = live.status === 3 && person.status !== 3 ? person.status : null
  const waiting = status === null ? undefined : (await findWaitingErasures(tx, [live.id])).get(live.id)
  return planOf(
    { live, status, erasureDueAt: waiting?.dueAt ?? null },
    documents,
    links,
    favorites,
    await planGrants(tx, person, live),
  )
}

const noLinks: Part<'links'> = { links: [], cannot: [], there: 0 }
const noFavorites: Part<'favorites'> = { favorites: [], cannot: [], there: 0 }
const noGrants: Part<'grants' | 'grantNames'> = {
  grants: { system: [], page: [], facility: [], customer: [] },
  grantNames: [],
  cannot: [],
  there: 0,
}

const planOf = (
  account: Pick<RestorePlan, 'live' | 'status' | 'erasureDueAt'>,
  { documents, ...ofDocuments }: Part<'documents'>,
  { links, ...ofLinks }: Part<'links'>,
  { favorites, ...ofFavorites }: Part<'favorites'>,
  { grants, grantNames, ...ofGrants }: Part<'grants' | 'grantNames'>,
): RestorePlan => ({
  ...account,
  documents,
  links,
  favorites,
  grants,
  grantNames,
  stays: {
    documents: ofDocuments.there,
    links: ofLinks.there,
    favorites: ofFavorites.there,
    grants: ofGrants.there,
  },
  cannot: [...ofDocuments.cannot, ...ofLinks.cannot, ...ofFavorites.cannot, ...ofGrants.cannot],
})

/** True if something would come back. */
export const restoresAnything = ({ live, status, documents, links, favorites, grantNames }: RestorePlan): boolean =>
  live.isLost || status !== null || documents.length + links.length + favorites.length + grantNames.length > 0

async function planDocuments(
  tx: Tx,
  { id, documents }: BackupPerson,
  terms: PlanTerms,
  copied: ReadonlySet<string>,
): Promise<Part<'documents'>> {
  const states = new Map((await compareFormerDocuments(tx, id, documents)).map((state) => [state.id, state]))
  const part: Part<'documents'> = { documents: [], cannot: [], there: 0 }
  let space = DOCUMENT_QUOTA - (await readUsedSpace(tx, id))
  for (const document of documents) {
    const state = states.get(document.id)
    const versions = document.versions.filter(({ fileId, sha256 }) => terms.files.get(fileId)?.sha256 === sha256)
    const bytes = versions.reduce((sum, { fileId, sizeBytes }) => sum + (copied.has(fileId) ? 0 : sizeBytes), 0)
    const why = whyNot(document, { state, versions, isRoom: bytes <= space, ownerId: id })
    if (why === 'is there') part.there++
    else if (why !== null || !state) part.cannot.push({ what: `document ${document.name}`, why: why ?? '' })
    else {
      space -= bytes
      const shares = await holdingShares(tx, id, document.shares, terms.timeZone)
      part.cannot.push(...missingParts(document, { versions, shares }))
      const name = state.isNameTaken ? besideName(document) : document.name
      part.documents.push({ document, name, isIdFree: state.isIdFree, versions, shares })
    }
  }
  return part
}

interface Found {
  state: FormerDocumentState | undefined
  /** Those whose files are whole. */
  versions: readonly BackupVersion[]
  isRoom: boolean
  ownerId: number
}

/** Null: the document comes back. */
function whyNot(document: BackupDocument, { state, versions, isRoom, ownerId }: Found): string | null {
  if (state && state.ownerId !== null) {
    if (state.ownerId === ownerId && !state.isTrashed) return 'is there'
    return elsewhere(state.ownerId === ownerId)
  }
  if (!versions.some(({ version }) => version === document.version))
    return 'its file is missing from the backup or damaged in it'
  return isRoom ? null : 'the library has no room for it'
}

/** What of a document that comes back does not. */
function missingParts(
  { name, versions, shares }: BackupDocument,
  back: Pick<PlannedDocument, 'versions' | 'shares'>,
): RestorePlan['cannot'] {
  const [lostVersions, lostShares] = [versions.length - back.versions.length, shares.length - back.shares.length]
  return [
    ...(lostVersions > 0
      ? [
          {
            what: `${countOf(lostVersions, 'earlier version')} of document ${name}`,
            why: 'the file is missing from the backup or damaged in it',
          },
        ]
      : []),
    ...(lostShares > 0
      ? [
          {
            what: `${countOf(lostShares, 'share')} of document ${name}`,
            why: 'the last day is over, or the recipient cannot be reached any more',
          },
        ]
      : []),
  ]
}

const elsewhere = (isTrashed: boolean): string =>
  isTrashed
    ? 'it is in the trash, from where its owner restores it'
    : 'it belongs to another user now, to whom it was handed over'

/** A name beside the one that another document has. */
const besideName = ({ name, extension, id }: BackupDocument): string =>
  `${name.slice(0, -1 - extension.length).slice(0, 170)} (restored ${id}).${extension}`

const keyOf = ({ linkNm, linkUrlTxt }: NewLink): string => JSON.stringify([linkNm, linkUrlTxt])

async function planLinks(tx: Tx, { id, links }: BackupPerson): Promise<Part<'links'>> {
  const there = await listLinks(tx, id)
  const known = new Set(there.map(keyOf))
  const missing = links.filter((link) => !known.has(keyOf(link)))
  const fitting = missing.slice(0, Math.max(LINKS_MAX - there.length, 0))
  const cannot = missing.slice(fitting.length).map(({ linkNm }) => ({
    what: `link ${linkNm}`,
    why: `a user has at most ${LINKS_MAX} links`,
  }))
  return { links: fitting, cannot, there: links.length - missing.length }
}

async function planFavorites(tx: Tx, { id, favorites }: BackupPerson): Promise<Part<'favorites'>> {
  const tiles = new Map(
    (
      await readTiles(
        tx,
        id,
        favorites.map(({ sectionId }) => sectionId),
      )
    ).map((tile) => [tile.id, tile]),
  )
  return {
    favorites: favorites.filter(({ sectionId }) => tiles.get(sectionId)?.isThere === false),
    cannot: favorites
      .filter(({ sectionId }) => !tiles.has(sectionId))
      .map(({ name }) => ({ what: `favorite ${name}`, why: 'the tile is deleted' })),
    there: favorites.filter(({ sectionId }) => tiles.get(sectionId)?.isThere === true).length,
  }
}
